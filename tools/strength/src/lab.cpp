// The program of the laboratory. `spider-lab` without arguments lists its commands.
#include <ctime>

#include "player.h"

namespace {

const char USAGE[] =
    "spider-lab play SUITS FROM TO [KEY=VALUE ...]   play the starts FROM to TO-1\n"
    "    width=128 patience=8 net=FILE weights=FILE explore=0\n"
    "    deals=FILE    the starts of a file instead: 104 cards on each line, as numbers\n"
    "    record=FILE   write the chosen leaves; results=FILE write which games were won; steps=FILE write all steps\n"
    "    views=FILE    write every 13th view where a plan begins\n"
    "spider-lab best VIEWS FROM TO [KEY=VALUE ...]   the mean chance of the best leaves found from the views FROM to TO-1\n"
    "spider-lab inputs RECORDS OUT                   the inputs of recorded leaves, 16-bit numbers\n"
    "spider-lab vectors RECORDS NET COUNT EVERY      test vectors: every EVERY-th leaf, its inputs and its value\n"
    "spider-lab weights                             the weights of the additive value, in thousandths\n"
    "spider-lab random SUITS FROM TO                 random games with every position, to check the rules\n";

double cpu_seconds() { return static_cast<double>(clock()) / CLOCKS_PER_SEC; }

FILE* opened(const std::string& path, const char* mode) {
    if (path.empty()) return nullptr;
    FILE* file = fopen(path.c_str(), mode);
    if (!file) throw std::runtime_error("cannot open " + path);
    return file;
}

std::vector<Game> read_deals(const std::string& path, int suits) {
    FILE* file = opened(path, "r");
    std::vector<Game> games;
    Card pack[PACK];
    int card, filled = 0;
    while (fscanf(file, "%d", &card) == 1) {
        pack[filled++] = static_cast<Card>(card);
        if (filled == PACK) {
            games.push_back(Game::of_pack(pack, suits));
            filled = 0;
        }
    }
    fclose(file);
    return games;
}

FILE* steps_file = nullptr;

void write_plan(const std::vector<Step>& steps) {
    for (const Step& step : steps) {
        if (step.source < 0) fprintf(steps_file, "deal\n");
        else fprintf(steps_file, "%d %d %d\n", step.source + 1, step.target + 1, step.count);
    }
    fprintf(steps_file, "-\n");  // the end of a plan
}

// Takes one of the options that say how to play; whether it is one.
bool take_option(Player& player, const std::string& key, const std::string& value) {
    if (key == "width") player.settings.width = std::stoi(value);
    else if (key == "patience") player.settings.patience = std::stoi(value);
    else if (key == "explore") player.settings.explore = std::stod(value);
    else if (key == "among") player.settings.among = std::stoi(value);
    else if (key == "rivals") player.settings.rivals = std::stoi(value);
    else if (key == "soften") player.settings.soften = std::stod(value);
    else if (key == "hand") player.settings.hand = std::stod(value);
    else if (key == "deal_bias") player.settings.deal_bias = std::stod(value);
    else if (key == "events") player.settings.events = std::stoi(value);
    else if (key == "trials") player.settings.trials = std::stoi(value);
    else if (key == "narrow") player.settings.narrow = std::stoi(value);
    else if (key == "net") player.net.load(value);
    else if (key == "weights") {
        Weights weights;
        weights.load(value);
        player.use(weights);
    } else return false;
    return true;
}

std::pair<std::string, std::string> split(const std::string& option) {
    const size_t equals = option.find('=');
    return {option.substr(0, equals), equals == std::string::npos ? "" : option.substr(equals + 1)};
}

int best_leaves(const std::string& path, long from, long to, const std::vector<std::string>& options) {
    Player player;
    for (const std::string& option : options) {
        const auto [key, value] = split(option);
        if (!take_option(player, key, value)) throw std::runtime_error("no such option: " + option);
    }
    FILE* views = opened(path, "rb");
    fseek(views, static_cast<long>(sizeof(Record)) * from, SEEK_SET);
    Record r;
    double sum = 0;
    long count = 0;
    for (; count < to - from && fread(&r, sizeof r, 1, views) == 1; count++) {
        player.plan(player.view_of(r));
        sum += Net::chance(player.best_value);
    }
    fclose(views);
    printf("%ld views %.6f mean chance, %ld leaves, %.1f s\n", count, count ? sum / count : 0, player.leaves, cpu_seconds());
    return 0;
}

int play(int suits, long from, long to, const std::vector<std::string>& options) {
    Player player;
    std::string record_path, results_path, views_path, deals_path, steps_path, all;
    for (const std::string& option : options) {
        const auto [key, value] = split(option);
        if (take_option(player, key, value)) {
        } else if (key == "record") record_path = value;
        else if (key == "views") views_path = value;
        else if (key == "results") results_path = value;
        else if (key == "steps") steps_path = value;
        else if (key == "deals") deals_path = value;
        else throw std::runtime_error("no such option: " + option);
        all += " " + option;
    }
    FILE* records = opened(record_path, "wb");
    FILE* results = opened(results_path, "w");
    FILE* views = opened(views_path, "wb");
    player.settings.views = views ? 13 : 0;
    steps_file = opened(steps_path, "w");
    if (steps_file) player.on_plan = write_plan;
    player.settings.record = records != nullptr;
    std::vector<Game> given;
    if (!deals_path.empty()) {
        given = read_deals(deals_path, suits);
        to = std::min(to, static_cast<long>(given.size()));
    }
    long won = 0, completed = 0, games = 0;
    const double start = cpu_seconds();
    for (long number = from; number < to; number++) {
        Game game = deals_path.empty() ? Game::numbered(number, suits) : given[number];
        if (steps_file) fprintf(steps_file, "game %ld\n", number);
        const bool win = player.play(game, static_cast<uint32_t>(number));
        won += win;
        games++;
        completed += static_cast<long>(game.foundations.size());
        if (results) {
            fprintf(results, "%ld %d %zu\n", number, win, game.foundations.size());
            fflush(results);
        }
        if (records) {
            fwrite(player.records.data(), sizeof(Record), player.records.size(), records);
            fflush(records);
            player.records.clear();
        }
    }
    const double share = games ? static_cast<double>(won) / games : 0, n = games ? games : 1;
    printf("suits %d deals %ld-%ld won %ld of %ld = %.2f %% (SE %.2f) completed runs %.2f; a game: %.3f s, %.1f decisions, "
           "%.0f children, %.0f leaves;%s\n",
           suits, from, to - 1, won, games, 100 * share, 100 * std::sqrt(share * (1 - share) / n), completed / n,
           (cpu_seconds() - start) / n, player.decisions / n, player.children() / n, player.leaves / n, all.c_str());
    if (views) fwrite(player.views.data(), sizeof(Record), player.views.size(), views);
    for (FILE* file : {records, results, steps_file, views})
        if (file) fclose(file);
    return 0;
}

// The leaf of a record; the columns live in `table`.
void unpack(Table& table, const Record& r, View& view, Leaf& leaf) {
    if (table.size() > 300000) table.reset(Weights(), Weights());
    const uint8_t* face_up = r.cards;
    for (int c = 0; c < COLUMNS; c++) {
        Card cards[LONGEST];
        std::fill(cards, cards + r.face_down[c], UNKNOWN);
        const int shown = r.count[c] - r.face_down[c];
        std::copy(face_up, face_up + shown, cards + r.face_down[c]);
        face_up += shown;
        leaf.columns[c] = view.columns[c] = table.column(cards, r.count[c], r.face_down[c]);
    }
    view.rows = r.rows;
    view.suits = r.suits;
    view.all_unseen = 0;
    for (int card = 0; card < 64; card++) view.all_unseen += view.unseen[card] = r.unseen[card];
    leaf.empties = r.empties;
    leaf.foundations = view.foundations = r.foundations;
    leaf.value = r.value;
    leaf.deal = r.flags & DEALS;
}

int write_inputs(const std::string& from, const std::string& to) {
    FILE* records = opened(from, "rb");
    FILE* out = opened(to, "wb");
    Table table;
    table.reset(Weights(), Weights());
    Record r;
    View view;
    Leaf leaf;
    int16_t in[INPUTS];
    while (fread(&r, sizeof r, 1, records) == 1) {
        unpack(table, r, view, leaf);
        leaf_inputs(table, view, leaf, in);
        fwrite(&r, 12, 1, out);
        fwrite(in, sizeof in, 1, out);
    }
    fclose(records);
    fclose(out);
    return 0;
}

int write_vectors(const std::string& from, const std::string& net_path, int count, int every) {
    FILE* records = opened(from, "rb");
    Net net;
    net.load(net_path);
    Table table;
    table.reset(Weights(), Weights());
    Record r;
    View view;
    Leaf leaf;
    int16_t in[INPUTS];
    for (long number = 0; count && fread(&r, sizeof r, 1, records) == 1; number++) {
        if (number % every) continue;
        count--;
        unpack(table, r, view, leaf);
        leaf_inputs(table, view, leaf, in);
        printf("leaf suits %d rows %d deal %d foundations %d additive %d\n", r.suits, r.rows, r.flags & DEALS, r.foundations, r.value);
        for (const Column* column : leaf.columns) {
            printf("column %d:", column->face_down);
            for (int k = column->face_down; k < column->count; k++) printf(" %d", column->cards[k]);
            printf("\n");
        }
        printf("unseen:");
        for (int card = 0; card < 64; card++)
            if (r.unseen[card]) printf(" %dx%d", r.unseen[card], card);
        printf("\ninputs:");
        for (int i = 0; i < INPUTS; i++)
            if (in[i]) printf(" %d:%d", i, in[i]);
        printf("\nvalue %lld\n", static_cast<long long>(net.value(in)));
    }
    fclose(records);
    return 0;
}

void print_position(const Game& game) {
    for (int c = 0; c < COLUMNS; c++) {
        printf("%s%d", c ? "|" : "", game.face_down[c]);
        for (int k = 0; k < game.count[c]; k++) printf(",%d", game.cards[c][k]);
    }
    printf("#");
    for (int i = game.dealt; i < 50; i++) printf("%s%d", i > game.dealt ? "," : "", game.stock[i]);
    printf("#");
    for (size_t i = 0; i < game.foundations.size(); i++) printf("%s%d", i ? "," : "", game.foundations[i]);
    printf("\n");
}

// Random games that like to join cards of a suit, so that runs get complete.
int random_games(int suits, long from, long to) {
    for (long number = from; number < to; number++) {
        Game game = Game::numbered(number, suits);
        Random random(number * 31ull + 7);
        printf("game %d\n", suits);
        print_position(game);
        for (int step = 0; step < 400; step++) {
            std::vector<Step> moves, joins;
            for (int s = 0; s < COLUMNS; s++)
                for (int t = 0; t < COLUMNS; t++)
                    for (int n = 1; n <= KING; n++) {
                        if (!game.legal(s, t, n)) continue;
                        moves.push_back({s, t, n});
                        const int first = game.count[s] - n;
                        if (game.count[t] && game.cards[t][game.count[t] - 1] == game.cards[s][first] + 1 &&
                            (first == game.face_down[s] || game.cards[s][first - 1] != game.cards[s][first] + 1))
                            joins.push_back({s, t, n});
                    }
            printf("legal %zu %d\n", moves.size(), game.can_deal());
            if (moves.empty() && !game.can_deal()) break;
            if (game.can_deal() && (moves.empty() || !random.below(suits == 1 ? 60 : 25))) {
                game.deal();
                printf("deal\n");
            } else {
                const auto& from_these = !joins.empty() && random.below(8) ? joins : moves;
                const Step move = from_these[random.below(static_cast<uint32_t>(from_these.size()))];
                game.move(move.source, move.target, move.count);
                printf("move %d %d %d\n", move.source + 1, move.target + 1, move.count);
            }
            print_position(game);
        }
    }
    return 0;
}

int run(const std::vector<std::string>& words) {
    const std::string command = words.empty() ? "" : words[0];
    if (command == "play" && words.size() >= 4)
        return play(std::stoi(words[1]), std::stol(words[2]), std::stol(words[3]), {words.begin() + 4, words.end()});
    if (command == "best" && words.size() >= 4)
        return best_leaves(words[1], std::stol(words[2]), std::stol(words[3]), {words.begin() + 4, words.end()});
    if (command == "inputs" && words.size() == 3) return write_inputs(words[1], words[2]);
    if (command == "vectors" && words.size() == 5)
        return write_vectors(words[1], words[2], std::stoi(words[3]), std::stoi(words[4]));
    if (command == "weights" && words.size() == 1) {
        Weights weights;
        for (const auto& [name, number] : weights.by_name()) printf("%s %d\n", name.c_str(), *number);
        return 0;
    }
    if (command == "random" && words.size() == 4) return random_games(std::stoi(words[1]), std::stol(words[2]), std::stol(words[3]));
    fputs(USAGE, stderr);
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run({argv + 1, argv + argc});
    } catch (const std::exception& error) {
        fprintf(stderr, "spider-lab: %s\n", error.what());
        return 1;
    }
}
