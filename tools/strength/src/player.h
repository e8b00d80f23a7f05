// The honest player: the beam collects leaves, the net chooses among them.
#pragma once
#include "net.h"
#include "search.h"

struct Step {
    int source, target, count;  // source -1: deal
};

// A leaf chosen in a game, as it is written to a file for training.
struct Record {
    uint32_t game;
    uint16_t decision;
    uint8_t rows, flags;  // flags: see below
    uint8_t won, completed;  // how the game ended
    uint16_t spare;
    int32_t value;  // the additive value in thousandths
    uint8_t foundations, empties, suits, spare2;
    uint8_t unseen[64];
    uint8_t count[COLUMNS], face_down[COLUMNS];
    uint8_t cards[PACK];  // the face-up cards of all columns, one after the other
};
static_assert(sizeof(Record) == 208, "records are read elsewhere");
// VIEW: where a plan began, no leaf. FIRST: the first event on the way to the leaf that follows in the file.
// RIVAL: any leaf of the search that was not chosen.
enum Flag : uint8_t { DEALS = 1, NOT_PLAYED = 2, EXPLORED = 4, VIEW = 8, FIRST = 16, RIVAL = 32 };

struct Settings {
    int width = 128, patience = 8;
    double explore = 0;  // how often one of the best choices is made at random
    int among = 4;       // how many of the best
    double soften = 0, hand = 0, deal_bias = 0;  // other ways to choose; see LOG.md
    int events = 0, trials = 6, narrow = 16, hurry = 4;  // look-ahead over the next card, if events > 0
    bool record = false;
    int rivals = 0;  // record so many leaves of each plan that were not chosen
    int views = 0;   // record every so many views where a plan begins
};

class Player {
    Table table;
    Search search{table}, narrow{table};
    Weights weights;  // the beam goes by them
    int rows = -1;

public:
    Net net;
    Settings settings;
    Random random{1};
    std::vector<Record> records, views;
    long decisions = 0, leaves = 0;
    Value best_value = 0;  // of the plan made last, if it ends in a leaf

    void use(const Weights& w) {
        weights = w;
        table.two = true;
        rows = -1;
    }
    long children() const { return search.made; }

    View view_of(const Game& game) {
        if (game.rows() != rows || table.size() > 400000) {
            rows = game.rows();
            table.reset(weights.with_rows(rows), Weights().with_rows(rows));
        }
        View view;
        view.rows = rows;
        view.foundations = static_cast<int>(game.foundations.size());
        view.suits = game.suits;
        for (int suit = 0; suit < game.suits; suit++)
            for (int rank = 1; rank <= KING; rank++) view.unseen[suit << 4 | rank] = static_cast<uint8_t>(8 / game.suits);
        for (int c = 0; c < COLUMNS; c++) {
            Card cards[LONGEST + ROW];
            for (int k = 0; k < game.count[c]; k++) {
                const bool seen = k >= game.face_down[c];
                cards[k] = seen ? game.cards[c][k] : UNKNOWN;
                if (seen) view.unseen[cards[k]]--;
            }
            view.columns[c] = table.column(cards, game.count[c], game.face_down[c]);
        }
        for (int suit : game.foundations)
            for (int rank = 1; rank <= KING; rank++) view.unseen[suit << 4 | rank]--;
        for (uint8_t number : view.unseen) view.all_unseen += number;
        return view;
    }

    // The view of a record with the flag VIEW.
    View view_of(const Record& r) {
        if (r.rows != rows || table.size() > 400000) {
            rows = r.rows;
            table.reset(weights.with_rows(rows), Weights().with_rows(rows));
        }
        View view;
        view.rows = rows;
        view.foundations = r.foundations;
        view.suits = r.suits;
        const uint8_t* face_up = r.cards;
        for (int c = 0; c < COLUMNS; c++) {
            Card cards[LONGEST];
            std::fill(cards, cards + r.face_down[c], UNKNOWN);
            const int shown = r.count[c] - r.face_down[c];
            std::copy(face_up, face_up + shown, cards + r.face_down[c]);
            face_up += shown;
            view.columns[c] = table.column(cards, r.count[c], r.face_down[c]);
        }
        for (int card = 0; card < 64; card++) view.all_unseen += view.unseen[card] = r.unseen[card];
        return view;
    }

    // What to do up to the first event or deal; nothing if nothing helps.
    std::vector<Step> plan(const View& view) {
        search.reach(view, settings.width, settings.patience);
        const int reached = static_cast<int>(search.nodes.size());
        int best = -1;
        bool deal = false;
        best_value = -WON;
        choices.clear();
        const bool by_sets = settings.soften > 0 || settings.hand > 0 || settings.events > 0;
        for (int node = 0; node < reached; node++) {
            if (!search.nodes[node].events) continue;
            const Value value = leaf_value(view, search, node, false);
            if (settings.explore > 0 || by_sets) note(node, value);
            if (best < 0 || value > best_value) {
                best = node;
                best_value = value;
            }
        }
        if (by_sets && best >= 0) {
            for (size_t i = 0; i < choices.size(); i++) {
                Choice& choice = choices[i];
                if (choice.value < WON) {
                    double v = static_cast<double>(choice.value);
                    if (settings.soften > 0) {
                        const double t = settings.soften * (1 << VALUE_BITS);
                        double sum = 0;
                        for (Value value : choice.values) sum += std::exp((static_cast<double>(value) - v) / t);
                        v += t * std::log(sum);
                    }
                    if (settings.hand > 0) v += settings.hand * static_cast<double>(choice.first - choice.value);
                    choice.value = llround(v);
                }
                if (!i || choice.value > best_value) {
                    best = choice.leaf;
                    best_value = choice.value;
                }
            }
        }
        const bool looks_ahead = settings.events > 0 && best >= 0 && view.all_unseen;
        if (looks_ahead) {
            const Choice choice = look_ahead(view);
            best = choice.leaf;
            best_value = choice.value;
        }
        Value deal_value = 0;
        const int deals = best_deal(view, search, settings.width, deal_value);
        deal_value += llround(settings.deal_bias * (1 << VALUE_BITS));
        if (looks_ahead && deals >= 0) deal_value = Net::whole_chance(deal_value);
        if (deals >= 0 && (best < 0 || deal_value > best_value)) {
            best = deals;
            best_value = deal_value;
            deal = true;
        }
        if (best >= 0) {
            uint8_t flags = 0;
            if (settings.explore > 0 && random.share() < settings.explore) {
                std::sort(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) { return a.value > b.value; });
                const size_t all = choices.size() + (deals >= 0);
                const size_t pick = random.below(static_cast<uint32_t>(std::min<size_t>(all, settings.among)));
                const int other = pick < choices.size() ? choices[pick].leaf : deals;
                if (other != best) {
                    if (settings.record) record(view, best, deal, NOT_PLAYED);
                    best = other;
                    deal = other == deals;
                    flags = EXPLORED;
                }
            }
            if (settings.record) {
                for (int i = 0; i < settings.rivals; i++) {
                    const int rival = static_cast<int>(random.below(static_cast<uint32_t>(reached)));
                    if (search.nodes[rival].events && rival != best) record(view, rival, false, RIVAL);
                }
                const int first = search.first_event(best);
                if (!deal && first != best) record(view, first, false, FIRST);
                record(view, best, deal, flags);
            }
            return way(deal ? best : search.first_event(best), deal);
        }
        int tidiest = 0;
        for (int node = 1; node < reached; node++)
            if (search.nodes[node].value > search.nodes[tidiest].value) tidiest = node;
        return way(tidiest, false);
    }

    // Plays a game to its end; whether it was won.
    bool play(Game& game, uint32_t number) {
        const size_t first = records.size();
        this->number = number;
        decision = 0;
        random = Random(number * 77ull + 5);
        rows = -1;
        for (int quiet = 0; !game.won() && quiet < 5 && game.steps < 3000;) {
            const View view = view_of(game);
            const std::vector<Step> steps = plan(view);
            if (settings.views && decision % settings.views == settings.views - 1) views.push_back(record_of(view, 0, VIEW));
            if (steps.empty()) break;
            decision++;
            const int before = game.all_face_down();
            const size_t completed = game.foundations.size();
            for (const Step& step : steps) {
                if (step.source < 0) game.deal();
                else game.move(step.source, step.target, step.count);
            }
            const bool event = steps.back().source < 0 || game.all_face_down() < before || game.foundations.size() > completed;
            quiet = event ? 0 : quiet + 1;
            if (on_plan) on_plan(steps);
        }
        decisions += decision;
        for (size_t i = first; i < records.size(); i++) {
            records[i].won = game.won();
            records[i].completed = static_cast<uint8_t>(game.foundations.size());
        }
        return game.won();
    }

    void (*on_plan)(const std::vector<Step>&) = nullptr;

private:
    struct Choice {
        uint64_t key;
        Value value;
        int leaf;
        Value first;                // of the first event itself
        std::vector<Value> values;  // of all leaves after it
        Value sum = 0;              // of chances, in so many trials of the next card
        int trials = 0;
    };
    std::vector<Choice> choices;  // for each first event, the best leaf after it
    uint32_t number = 0;
    int decision = 0;

    // The additive value of a node by the weights of the inputs, in thousandths.
    int plain_value(const View& view, const Search& search, int number) const {
        const Node& node = search.nodes[number];
        if (!table.two) return thousandths(node.value);
        const Weights& w = table.plain_weights;
        int sum = (w.of_empty(node.empties) + w.of_foundations(foundations_of(view, node))) >> LOT_BITS;
        for (const Column* column : node.columns) sum += column->plain;
        for (int at = number; search.nodes[at].parent >= 0; at = search.nodes[at].parent) sum += w.step;
        return sum;
    }

    int foundations_of(const View& view, const Node& node) const {
        int cards = 0;
        for (int c = 0; c < COLUMNS; c++) cards += view.columns[c]->count - node.columns[c]->count;
        return view.foundations + cards / KING;
    }

    Value leaf_value(const View& view, const Search& search, int number, bool deal) {
        const Node& node = search.nodes[number];
        leaves++;
        if (node.empties == COLUMNS) return WON;
        if (!net.loaded) return (deal ? node.value + table.weights.of_deal() : node.value);
        Leaf leaf{};
        std::copy(node.columns, node.columns + COLUMNS, leaf.columns);
        leaf.empties = node.empties;
        leaf.foundations = foundations_of(view, node);
        leaf.value = plain_value(view, search, number);
        leaf.deal = deal;
        int16_t in[INPUTS];
        leaf_inputs(table, view, leaf, in);
        return net.value(table, leaf, in);
    }

    // Of the quiet nodes with the highest additive value, each with its empty columns filled, the best by the net.
    int best_deal(const View& view, Search& search, int width, Value& best_value) {
        int cards = 0;
        for (const Column* column : view.columns) cards += column->count;
        if (!view.rows || cards < ROW) return -1;
        const int reached = static_cast<int>(search.nodes.size());
        std::vector<int> quiet;
        for (int node = 0; node < reached; node++)
            if (!search.nodes[node].events) quiet.push_back(node);
        std::stable_sort(quiet.begin(), quiet.end(),
                         [&search](int a, int b) { return search.nodes[a].value > search.nodes[b].value; });
        if (static_cast<int>(quiet.size()) > width) quiet.resize(width);
        int best = -1;
        for (int node : quiet) {
            const int ready = search.filled(node);
            if (ready < 0 || search.nodes[ready].events) continue;
            const Value value = leaf_value(view, search, ready, true);
            if (best < 0 || value > best_value) {
                best = ready;
                best_value = value;
            }
        }
        return best;
    }

    // The unseen cards in an order of which any beginning is spread evenly over all.
    static std::vector<Card> spread(const View& view) {
        std::vector<Card> cards;
        for (int rank = 1; rank <= KING; rank++)
            for (int suit = 0; suit < 4; suit++) cards.insert(cards.end(), view.unseen[suit << 4 | rank], static_cast<Card>(suit << 4 | rank));
        std::vector<std::pair<double, Card>> order;
        for (size_t i = 0; i < cards.size(); i++) order.push_back({std::fmod(i * 0.618033988749895, 1.0), cards[i]});
        std::sort(order.begin(), order.end());
        for (size_t i = 0; i < cards.size(); i++) cards[i] = order[i].second;
        return cards;
    }

    // The best choice, by what can follow when one unseen card after the other turns up; its value is a chance then.
    // The better half of the choices gets twice the trials, and so on.
    Choice look_ahead(const View& view) {
        const auto better = [](const Choice& a, const Choice& b) { return a.value > b.value; };
        std::stable_sort(choices.begin(), choices.end(), better);
        if (static_cast<int>(choices.size()) > settings.events) choices.resize(settings.events);
        const std::vector<Card> cards = spread(view);
        for (Choice& choice : choices) choice.sum = choice.trials = 0;
        for (int trials = settings.trials;; trials *= 2) {
            for (Choice& choice : choices) {
                const Node& node = search.nodes[search.first_event(choice.leaf)];
                bool unknown = false;
                for (const Column* column : node.columns) unknown = unknown || column->rank == 15;
                const int wanted = unknown ? std::min(trials, static_cast<int>(cards.size())) : 1;
                for (; choice.trials < wanted; choice.trials++) choice.sum += trial(view, node, cards, choice.trials);
                choice.value = choice.sum / choice.trials;
            }
            std::stable_sort(choices.begin(), choices.end(), better);
            if (choices.size() <= 2) return choices[0];
            choices.resize((choices.size() + 1) / 2);
        }
    }

    // The chance of the best leaf when the `nth` of the cards turns up; 0 if there is none.
    Value trial(const View& view, const Node& node, const std::vector<Card>& cards, int nth) {
        View after = view;
        after.foundations = foundations_of(view, node);
        std::vector<int> turned;
        for (int c = 0; c < COLUMNS; c++) {
            after.columns[c] = node.columns[c];
            if (node.columns[c]->rank == 15) turned.push_back(c);
        }
        for (size_t k = 0; k < turned.size(); k++) {
            const Card card = cards[(nth + k * cards.size() / turned.size()) % cards.size()];
            const Column* column = node.columns[turned[k]];
            Card with[LONGEST];
            std::copy(column->cards, column->cards + column->count, with);
            with[column->count - 1] = card;
            after.columns[turned[k]] = table.column(with, column->count, column->face_down);
            if (after.unseen[card]) {
                after.unseen[card]--;
                after.all_unseen--;
            }
        }
        if (after.foundations == FOUNDATIONS) return Net::whole_chance(WON);
        narrow.reach(after, settings.narrow, settings.hurry);
        Value best = -WON, deal = -WON;
        bool any = false;
        for (size_t leaf = 0; leaf < narrow.nodes.size(); leaf++) {
            if (!narrow.nodes[leaf].events) continue;
            best = std::max(best, leaf_value(after, narrow, static_cast<int>(leaf), false));
            any = true;
        }
        if (best_deal(after, narrow, settings.narrow, deal) >= 0) any = true;
        return any ? Net::whole_chance(std::max(best, deal)) : 0;
    }

    void note(int leaf, Value value) {
        const uint64_t key = search.nodes[search.first_event(leaf)].key;
        for (Choice& choice : choices)
            if (choice.key == key) {
                choice.values.push_back(value);
                if (value > choice.value) {
                    choice.value = value;
                    choice.leaf = leaf;
                }
                return;
            }
        choices.push_back({key, value, leaf, value, {value}, 0, 0});
    }

    std::vector<Step> way(int node, bool deal) const {
        std::vector<Step> steps;
        if (deal) steps.push_back({-1, -1, 0});
        for (; search.nodes[node].parent >= 0; node = search.nodes[node].parent)
            steps.push_back({search.nodes[node].source, search.nodes[node].target, search.nodes[node].count});
        std::reverse(steps.begin(), steps.end());
        return steps;
    }

    void record(const View& view, int number, bool deal, uint8_t flags) {
        records.push_back(record_of(view, number, static_cast<uint8_t>(flags | (deal ? DEALS : 0))));
    }

    Record record_of(const View& view, int number, uint8_t flags) const {
        const Node& node = search.nodes[number];
        Record r{};
        r.game = this->number;
        r.decision = static_cast<uint16_t>(decision);
        r.rows = static_cast<uint8_t>(view.rows);
        r.flags = flags;
        r.value = plain_value(view, search, number);
        r.foundations = static_cast<uint8_t>(foundations_of(view, node));
        r.empties = node.empties;
        r.suits = static_cast<uint8_t>(view.suits);
        memcpy(r.unseen, view.unseen, sizeof r.unseen);
        int at = 0;
        for (int c = 0; c < COLUMNS; c++) {
            const Column& column = *node.columns[c];
            r.count[c] = column.count;
            r.face_down[c] = column.face_down;
            for (int k = column.face_down; k < column.count; k++) r.cards[at++] = column.cards[k];
        }
        return r;
    }
};
