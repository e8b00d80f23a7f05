// The widening beams of the solver once more, in C++: the same nodes in the same order as
// `spider_cli/solver/widening.py`, so that a figure found here holds there. See ../README.md.
//
//     widening STARTS
//
// STARTS: a start a line, ten columns and the stock in hexadecimal. Then each line of standard input is
//
//     FIRST COUNT LIMIT NAME=VALUE ...
//
// and is answered by a line: for each of COUNT starts from FIRST on the work until it was solved, the number of
// children looked at, and the steps; the work is negative if it reached LIMIT. Names are those of `Weights` in
// `spider_cli/solver/solver_value.py`, and `step0`, `step1` for the two costs of a step.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

using Key = uint64_t;
using Cards = std::string;  // the number of face-down cards, then the cards from the bottom

// What the package has in the modules named: widening.py, rules/cards.py.
constexpr int ACE = 1, KING = 13, COLUMNS = 10, FOUNDATIONS = 8, ROW = 10, MIDDLE = 7;
constexpr int FIRST_WIDTH = 15, DEALT = 5, LAYERS = 80, PATIENCE = 10, LAST_LAYERS = 400, LAST_PATIENCE = 60;
constexpr double SAME_VALUE = 0.001, NOTHING = -1e300;

// What the parts of the search cost, in microseconds of Python on one machine, about: a way looked at, one kept
// as a child, a node built, a row dealt.
constexpr double LOOK = 0.5, CHILD = 1, BUILD = 2, DEAL = 8;

static int card(const Cards &cards, size_t place) { return static_cast<uint8_t>(cards[place]); }
static int last(const Cards &cards) { return card(cards, cards.size() - 1); }
static int rank_of(int card) { return card & 15; }

// Python's `random.Random(seed).getrandbits(60)`: the Mersenne twister, seeded by an array of one number.
class Keys {
public:
    explicit Keys(uint32_t seed) {
        state_[0] = 19650218u;
        for (uint32_t i = 1; i < SIZE; i++) state_[i] = 1812433253u * mixed(i - 1) + i;
        uint32_t i = 1;
        for (int k = SIZE; k; k--, next(i)) state_[i] = (state_[i] ^ (mixed(i - 1) * 1664525u)) + seed;
        for (int k = SIZE - 1; k; k--, next(i)) state_[i] = (state_[i] ^ (mixed(i - 1) * 1566083941u)) - i;
        state_[0] = 0x80000000u;
    }

    Key operator()() {
        Key low = word();
        return low | static_cast<Key>(word() >> 4) << 32;
    }

private:
    static constexpr uint32_t SIZE = 624;
    std::array<uint32_t, SIZE> state_;
    uint32_t at_ = SIZE;

    uint32_t mixed(uint32_t i) const { return state_[i] ^ state_[i] >> 30; }

    void next(uint32_t &i) {
        if (++i == SIZE) {
            state_[0] = state_[SIZE - 1];
            i = 1;
        }
    }

    uint32_t word() {
        if (at_ == SIZE) {
            for (uint32_t k = 0; k < SIZE; k++) {
                uint32_t y = (state_[k] & 0x80000000u) | (state_[(k + 1) % SIZE] & 0x7fffffffu);
                state_[k] = state_[(k + 397) % SIZE] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
            }
            at_ = 0;
        }
        uint32_t y = state_[at_++];
        y ^= y >> 11;
        y ^= y << 7 & 0x9d2c5680u;
        y ^= y << 15 & 0xefc60000u;
        return y ^ y >> 18;
    }
};

struct Weights {
    double join = 0, longer = 0, mixed = 0, breaks = 0, face_down = 0, face_down_join = 0, face_down_other = 0, card = 0,
           king = 0, empty = 0, foundation = 0, exposed = 0, exposed_ace = 0, head = 0, cover = 0, ready = 0;
    std::array<double, 2> step{};

    double *named(const std::string &name) {
        const std::map<std::string, double *> all{
            {"join", &join}, {"longer", &longer}, {"mixed", &mixed}, {"breaks", &breaks}, {"face_down", &face_down},
            {"face_down_join", &face_down_join}, {"face_down_other", &face_down_other}, {"card", &card},
            {"king", &king}, {"empty", &empty}, {"foundation", &foundation}, {"exposed", &exposed},
            {"exposed_ace", &exposed_ace}, {"head", &head}, {"cover", &cover}, {"ready", &ready},
            {"step0", &step[0]}, {"step1", &step[1]}};
        auto found = all.find(name);
        return found == all.end() ? nullptr : found->second;
    }

    // `Weights.of_column`, with the sums in the same order.
    double of_column(const Cards &column) const {
        int cards = static_cast<int>(column.size()) - 1, down = ::card(column, 0);
        if (!cards) return 0;
        double value = card * cards + face_down * down * down;
        if (!down && rank_of(::card(column, 1)) == KING) value += king;
        for (int i = 1; i <= down && i < cards; i++)
            value += ::card(column, i) == ::card(column, i + 1) + 1 ? face_down_join : face_down_other;
        int joins = 0, runs = 0;
        for (int i = down + 1; i < cards; i++) {
            int before = ::card(column, i), after = ::card(column, i + 1);
            if (before == after + 1) {
                value += join + longer * joins;
                joins++;
            } else {
                bool fits = rank_of(before) == rank_of(after) + 1 && before >> 4 != after >> 4;
                value += fits ? mixed : breaks;
                joins = 0;
                runs++;
            }
        }
        int rank = rank_of(last(column));
        value += exposed * (rank - MIDDLE) + head * (rank + joins - MIDDLE);
        if (rank == ACE) value += exposed_ace;
        if (down) {
            value += cover * runs;
            if (!runs && rank + joins != KING) value += ready;
        }
        return value;
    }
};

struct Column;

struct Offer {  // what can be taken off a column
    int rank, moved;
    double gain;
    Key key;
    Column *rest;
};

struct Take {  // what comes of putting cards on a column
    int moved;
    double gain;
    Key key;
    Column *after;
    bool completed;
};

struct Column {
    Cards cards;
    double value;
    Key key;
    int rank;
    bool offered;
    std::vector<Offer> offers;
    std::vector<Take *> takes;
};

class Cache {
public:
    explicit Cache(const Weights &weights) : weights_(weights) {}

    double empty(int number) const { return number ? weights_.empty : 0; }

    Column *column(const Cards &cards) {
        auto found = columns_.find(cards);
        if (found != columns_.end()) return found->second;
        int rank = cards.size() > 1 ? rank_of(last(cards)) : 0;
        all_.push_back({cards, weights_.of_column(cards), keys_(), rank, false, {}, {}});
        return columns_[cards] = &all_.back();
    }

    const std::vector<Offer> &offers(Column *column) {
        if (!column->offered) {
            column->offered = true;
            std::vector<Offer> offers;
            int run = run_length(column->cards);
            for (int count = 1; count <= run; count++) {
                Column *rest = this->column(turned_up(column->cards.substr(0, column->cards.size() - count)));
                offers.push_back({column->rank + count, last(column->cards) << 4 | count, rest->value - column->value,
                                  rest->key - column->key, rest});
            }
            column->offers = std::move(offers);
        }
        return column->offers;
    }

    const Take *take(Column *column, int moved) {
        for (const Take *take : column->takes)
            if (take->moved == moved) return take;
        int lowest = moved >> 4, count = moved & 15;
        Cards cards = column->cards;
        for (int added = lowest + count - 1; added >= lowest; added--) cards.push_back(static_cast<char>(added));
        bool completed = is_complete(cards);
        if (completed) cards = turned_up(cards.substr(0, cards.size() - KING));
        Column *after = this->column(cards);
        double gain = after->value - column->value + weights_.foundation * completed;
        takes_.push_back({moved, gain, after->key - column->key, after, completed});
        column->takes.push_back(&takes_.back());
        return &takes_.back();
    }

private:
    const Weights &weights_;
    Keys keys_{0};
    std::unordered_map<Cards, Column *> columns_;
    std::deque<Column> all_;
    std::deque<Take> takes_;

    static Cards turned_up(Cards column) {
        int down = card(column, 0);
        if (down && down == static_cast<int>(column.size()) - 1) column[0] = static_cast<char>(down - 1);
        return column;
    }

    static int run_length(const Cards &column) {
        int end = static_cast<int>(column.size()) - 1, first = end, lowest = card(column, 0) + 1;
        while (first > lowest && card(column, first - 1) == card(column, first) + 1) first--;
        return end - first + (end > 0);
    }

    static bool is_complete(const Cards &column) {
        int size = static_cast<int>(column.size()), ace = last(column);
        if (rank_of(ace) != ACE || size - card(column, 0) <= KING) return false;
        for (int i = 0; i < KING; i++)
            if (card(column, size - 1 - i) != ace + i) return false;
        return true;
    }
};

struct Node {
    std::array<Column *, COLUMNS> columns;
    double value;
    Key key;
    int completed, empties, depth;
};

struct Child {
    double value;
    Key key;
    const Node *node;
    int source, target;
    const Offer *offer;
    const Take *take;
};

static bool before(const Child &a, const Child &b) { return a.value != b.value ? a.value > b.value : a.key > b.key; }

static bool node_before(const Node *a, const Node *b) {
    return a->value != b->value ? a->value > b->value : a->key > b->key;
}

class KeySet {  // no key is 0
public:
    bool add(Key key) {  // whether it is new
        if (2 * used_ > slots_.size()) grow();
        size_t mask = slots_.size() - 1, at = (key ^ key >> 29) * 0x9E3779B97F4A7C15ull >> 20 & mask;
        while (slots_[at]) {
            if (slots_[at] == key) return false;
            at = (at + 1) & mask;
        }
        slots_[at] = key;
        used_++;
        return true;
    }

private:
    std::vector<Key> slots_ = std::vector<Key>(1 << 12, 0);
    size_t used_ = 0;

    void grow() {
        std::vector<Key> old(2 * slots_.size(), 0);
        old.swap(slots_);
        used_ = 0;
        for (Key key : old)
            if (key) add(key);
    }
};

struct Start {
    std::array<Cards, COLUMNS> columns;
    Cards stock;
};

struct LimitReached {};

class Solver {
public:
    Solver(const Weights &weights, double limit) : weights_(weights), cache_(weights), limit_(limit) {}

    long children() const { return children_; }
    double work() const { return LOOK * looks_ + CHILD * children_ + BUILD * built_ + DEAL * deals_; }

    int solve(const Start &start) {  // the steps of a solution
        for (int width = FIRST_WIDTH;; width *= 2)
            for (double step : weights_.step) {
                nodes_.clear();
                if (const Node *won = beam(start, width, step)) return won->depth;
            }
    }

private:
    const Weights &weights_;
    Cache cache_;
    std::deque<Node> nodes_;
    double limit_;
    long looks_ = 0, children_ = 0, built_ = 0, deals_ = 0;

    const Node *make(const std::array<Column *, COLUMNS> &columns, double value, Key key, int completed, int depth) {
        int empties = 0;
        for (const Column *column : columns) empties += !column->rank;
        nodes_.push_back({columns, value, key, completed, empties, depth});
        return &nodes_.back();
    }

    double of_empties(const Node *node) const {
        double sum = 0;
        for (int i = 0; i < node->empties; i++) sum += cache_.empty(i);
        return sum;
    }

    const Node *root(const Start &start) {
        std::array<Column *, COLUMNS> columns;
        double value = 0;
        Key key = 0;
        for (int i = 0; i < COLUMNS; i++) {
            columns[i] = cache_.column(start.columns[i]);
            value = i ? value + columns[i]->value : columns[i]->value;
            key += columns[i]->key;
        }
        return make(columns, value, key, 0, 0);
    }

    void expand(const Node *node, double step, double floor, KeySet &met, std::vector<Child> &children) {
        double value = node->value - step, emptying = cache_.empty(node->empties);
        double filling = node->empties ? cache_.empty(node->empties - 1) : 0;
        int empty = -1;
        for (int i = 0; i < COLUMNS && empty < 0; i++)
            if (!node->columns[i]->rank) empty = i;
        for (int source = 0; source < COLUMNS; source++) {
            if (!node->columns[source]->rank) continue;
            for (const Offer &offer : cache_.offers(node->columns[source])) {
                double gain = offer.rest->rank ? offer.gain : offer.gain + emptying;
                for (int target = 0; target < COLUMNS; target++) {
                    if (node->columns[target]->rank != offer.rank) continue;
                    const Take *take = cache_.take(node->columns[target], offer.moved);
                    double worth = value + gain + take->gain;
                    if (take->completed && !take->after->rank)
                        worth += offer.rest->rank ? emptying : cache_.empty(node->empties + 1);
                    keep({worth, node->key + offer.key + take->key, node, source, target, &offer, take}, floor, met,
                         children);
                }
                if (empty >= 0 && offer.rest->rank) {
                    const Take *take = cache_.take(node->columns[empty], offer.moved);
                    double worth = value + gain + take->gain - filling;
                    keep({worth, node->key + offer.key + take->key, node, source, empty, &offer, take}, floor, met,
                         children);
                }
            }
        }
    }

    void keep(const Child &child, double floor, KeySet &met, std::vector<Child> &children) {
        looks_++;
        if (child.value >= floor && met.add(child.key)) children.push_back(child);
    }

    const Node *build(const Child &child) {
        built_++;
        auto columns = child.node->columns;
        columns[child.source] = child.offer->rest;
        columns[child.target] = child.take->after;
        return make(columns, child.value, child.key, child.node->completed + child.take->completed,
                    child.node->depth + 1);
    }

    const Node *deal(const Node *node, const Cards &row, double step) {
        deals_++;
        double value = node->value - step - of_empties(node);
        Key key = node->key;
        int completed = node->completed;
        std::array<Column *, COLUMNS> columns;
        for (int i = 0; i < COLUMNS; i++) {
            const Take *take = cache_.take(node->columns[i], card(row, i) << 4 | 1);
            value += take->gain;
            key += take->key;
            completed += take->completed;
            columns[i] = take->after;
        }
        make(columns, value, key, completed, node->depth + 1);
        nodes_.back().value += of_empties(&nodes_.back());
        return &nodes_.back();
    }

    const Node *filled(const Node *node, double step) {
        while (node->empties) {
            int target = 0;
            while (node->columns[target]->rank) target++;
            double filling = cache_.empty(node->empties - 1), best_value = NOTHING;
            Child best{};
            for (int source = 0; source < COLUMNS; source++) {
                if (!node->columns[source]->rank) continue;
                for (const Offer &offer : cache_.offers(node->columns[source])) {
                    if (!offer.rest->rank) continue;
                    const Take *take = cache_.take(node->columns[target], offer.moved);
                    double value = node->value - step + offer.gain + take->gain;
                    if (value > best_value) {
                        best_value = value;
                        Key key = node->key + offer.key + take->key;
                        best = {value - filling, key, node, source, target, &offer, take};
                    }
                }
            }
            if (!best.node) return nullptr;
            node = build(best);
        }
        return node;
    }

    // The layers of a phase, each handed to `see`, until that answers yes.
    template <class See>
    bool layers(std::vector<const Node *> nodes, int most, int patience, int width, double step, See see) {
        KeySet met;
        double best = NOTHING;
        for (const Node *node : nodes) {
            met.add(node->key);
            best = std::max(best, node->value);
        }
        int waited = 0;
        for (int layer = 0; layer < most; layer++) {
            if (see(nodes)) return true;
            std::vector<Child> children;
            double floor = static_cast<int>(nodes.size()) == width ? nodes.back()->value : NOTHING;
            for (const Node *node : nodes) expand(node, step, floor, met, children);
            children_ += static_cast<long>(children.size());
            if (work() >= limit_) throw LimitReached();
            nodes = best_of(children, width);
            if (nodes.empty()) return false;
            waited++;
            if (nodes[0]->value > best) {
                best = nodes[0]->value;
                waited = 0;
            } else if (waited == patience) {
                return see(nodes);
            }
        }
        return false;
    }

    std::vector<const Node *> best_of(std::vector<Child> &children, int width) {
        std::sort(children.begin(), children.end(), before);
        std::vector<const Node *> nodes;
        double above = -NOTHING;
        for (const Child &child : children) {
            if (above - child.value >= SAME_VALUE) {
                nodes.push_back(build(child));
                if (static_cast<int>(nodes.size()) == width) break;
            }
            above = child.value;
        }
        return nodes;
    }

    const Node *beam(const Start &start, int width, double step) {
        std::vector<const Node *> nodes{root(start)};
        for (size_t first = 0; first < start.stock.size(); first += ROW) {
            std::map<Key, const Node *> dealt;
            Cards row = start.stock.substr(first, ROW);
            layers(nodes, LAYERS, PATIENCE, width, step, [&](const std::vector<const Node *> &layer) {
                for (size_t i = 0; i < layer.size() && i < DEALT; i++)
                    if (const Node *ready = filled(layer[i], step)) {
                        const Node *after = deal(ready, row, step);
                        const Node *&kept = dealt[after->key];
                        if (!kept || after->value >= kept->value) kept = after;
                    }
                return false;
            });
            nodes.clear();
            for (const auto &entry : dealt) nodes.push_back(entry.second);
            std::sort(nodes.begin(), nodes.end(), node_before);
            if (static_cast<int>(nodes.size()) > width) nodes.resize(width);
            if (nodes.empty()) return nullptr;
        }
        const Node *won = nullptr;
        layers(nodes, LAST_LAYERS, LAST_PATIENCE, width, step, [&](const std::vector<const Node *> &layer) {
            for (const Node *node : layer)
                if (!won && node->completed == FOUNDATIONS) won = node;
            return won != nullptr;
        });
        return won;
    }
};

static Cards cards_of(const std::string &hexadecimal) {
    Cards cards;
    for (size_t i = 0; i + 1 < hexadecimal.size(); i += 2)
        cards.push_back(static_cast<char>(std::stoi(hexadecimal.substr(i, 2), nullptr, 16)));
    return cards;
}

static std::vector<Start> starts_in(const char *path) {
    std::vector<Start> starts;
    std::ifstream file(path);
    for (std::string line, word; std::getline(file, line);) {
        std::istringstream words(line);
        Start start;
        for (Cards &column : start.columns) {
            words >> word;
            column = cards_of(word);
        }
        words >> word;
        start.stock = cards_of(word);
        starts.push_back(start);
    }
    return starts;
}

int main(int count, char **words) {
    if (count != 2) return 2;
    std::vector<Start> starts = starts_in(words[1]);
    for (std::string line, word; std::getline(std::cin, line);) {
        std::istringstream order(line);
        size_t first, number;
        double limit;
        order >> first >> number >> limit;
        Weights weights;
        while (order >> word) {
            size_t equals = word.find('=');
            double *weight = weights.named(word.substr(0, equals));
            if (!weight) {
                std::cerr << "no weight has the name " << word.substr(0, equals) << "\n";
                return 2;
            }
            *weight = std::stod(word.substr(equals + 1));
        }
        for (size_t i = first; i < first + number && i < starts.size(); i++) {
            Solver solver(weights, limit);
            int steps = 0;
            try {
                steps = solver.solve(starts[i]);
            } catch (const LimitReached &) {
            }
            std::printf("%.1f:%ld:%d ", steps ? solver.work() : -solver.work(), solver.children(), steps);
        }
        std::puts("");
        std::fflush(stdout);
    }
}
