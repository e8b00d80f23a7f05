// The beam search over moves of known cards: what can be done before the next unknown card.
//
// The twin of the search of spider_cli/hints with whole numbers as values. Whatever the order of two equal values
// could change follows the order in which Python makes the children, so both go the same way.
#pragma once
#include <climits>

#include "inputs.h"

struct Node {
    uint64_t key;
    Column* columns[COLUMNS];
    int value, parent;
    uint8_t empties, events, count;
    int8_t source, target;
};

// A set of keys that is emptied in no time.
class KeySet {
    std::vector<uint64_t> keys = std::vector<uint64_t>(1 << 14);
    std::vector<uint32_t> stamps = std::vector<uint32_t>(1 << 14);
    uint32_t stamp = 1;
    size_t size = 0;

public:
    void clear() {
        stamp++;
        size = 0;
    }
    bool has(uint64_t key) const {
        const size_t mask = keys.size() - 1;
        for (size_t slot = key & mask; stamps[slot] == stamp; slot = (slot + 1) & mask)
            if (keys[slot] == key) return true;
        return false;
    }
    void add(uint64_t key) {
        if (2 * ++size > keys.size()) {
            std::vector<uint64_t> all;
            for (size_t slot = 0; slot < keys.size(); slot++)
                if (stamps[slot] == stamp) all.push_back(keys[slot]);
            keys.assign(2 * keys.size(), 0);
            stamps.assign(keys.size(), 0);
            stamp = 1;
            for (uint64_t k : all) put(k);
        }
        put(key);
    }

private:
    void put(uint64_t key) {
        const size_t mask = keys.size() - 1;
        size_t slot = key & mask;
        while (stamps[slot] == stamp) {
            if (keys[slot] == key) return;
            slot = (slot + 1) & mask;
        }
        keys[slot] = key;
        stamps[slot] = stamp;
    }
};

class Search {
    struct Child {
        uint64_t key;
        int value, node;
        int8_t source, target;
        const Offer* offer;
        const Take* take;
    };

    Table& table;
    KeySet keys;
    std::vector<Child> children;
    std::vector<uint64_t> order;  // of the children: the higher value first, then the earlier child
    std::vector<int> beam, next;
    bool must_fill = false;
    static constexpr int LAYERS = 60;
    static constexpr uint64_t LAST = 0xFFFFFFFF;

public:
    std::vector<Node> nodes;  // those that the beam kept, the root first, then whatever `filled` made
    long made = 0;            // children, in all searches

    explicit Search(Table& t) : table(t) {}

    void reach(const View& view, int width, int patience) {
        must_fill = view.rows > 0;
        root(view);
        keys.clear();
        keys.add(nodes[0].key);
        beam.assign(1, 0);
        int top = thousandths(nodes[0].value), waited = 0;
        bool ended = false;
        for (int layer = 0; layer < LAYERS; layer++) {
            children.clear();
            for (int node : beam) add_children(node);
            choose(width);
            if (next.empty()) break;
            for (int node : next) ended = ended || nodes[node].events;
            beam.swap(next);
            waited++;
            if (thousandths(nodes[beam[0]].value) > top) {
                top = thousandths(nodes[beam[0]].value);
                waited = 0;
            }
            if (waited > (ended ? patience : 3 * patience)) break;
        }
    }

    // The node with its empty columns filled, each by the move that costs least; -1 if that cannot be done.
    int filled(int node) {
        while (nodes[node].empties) {
            children.clear();
            add_children(node);
            const Child* best = nullptr;
            for (const Child& child : children)
                if (!nodes[node].columns[child.target]->count && (!best || child.value > best->value)) best = &child;
            if (!best) return -1;
            node = add_node(*best);
        }
        return node;
    }

    // The position on the way to `node` in which the first event had just happened.
    int first_event(int node) const {
        while (nodes[node].parent >= 0 && nodes[nodes[node].parent].events) node = nodes[node].parent;
        return node;
    }

private:
    void root(const View& view) {
        nodes.clear();
        Node node{};
        node.parent = node.source = node.target = -1;
        for (int c = 0; c < COLUMNS; c++) {
            node.columns[c] = view.columns[c];
            node.value += view.columns[c]->value;
            node.key += view.columns[c]->key;
            node.empties += view.columns[c]->count == 0;
        }
        node.value += table.weights.of_empty(node.empties) + table.weights.of_foundations(view.foundations);
        nodes.push_back(node);
    }

    void add_children(int number) {
        const Node node = nodes[number];
        Column* const* columns = node.columns;
        const int value = node.value + table.weights.of_step(), of_empty = table.weights.of_empty(node.empties);
        unsigned by_rank[16] = {}, cards = 0;
        for (int c = 0; c < COLUMNS; c++) {
            by_rank[columns[c]->rank] |= 1u << c;
            cards += columns[c]->count;
        }
        const unsigned empty = by_rank[0] & -by_rank[0];  // only the first empty column counts
        const bool strands = must_fill && cards < KING + ROW;  // a completed run would leave too few cards to deal
        for (int source = 0; source < COLUMNS; source++) {
            Column* from = columns[source];
            if (!from->run) continue;
            const Offer* offers = table.offers(from);
            for (int i = 0; i < from->run; i++) {
                const Offer& offer = offers[i];
                unsigned fitting = by_rank[offer.onto];
                bool to_empty = empty && !offer.empties;
                while (fitting || to_empty) {
                    if (!fitting) to_empty = false;
                    const int target = __builtin_ctz(fitting ? fitting : empty);
                    fitting &= fitting - 1;
                    const Take* take = table.take(columns[target], from->cards + from->count - offer.count, offer.count);
                    const uint64_t key = node.key + offer.key_change + take->key_change;
                    made++;
                    if (take->events && strands) continue;
                    int child_value = value + offer.gain + take->gain;
                    if (const int empties = offer.empties + take->empties)
                        child_value += table.weights.of_empty(node.empties + empties) - of_empty;
                    children.push_back({key, child_value, number, static_cast<int8_t>(source),
                                        static_cast<int8_t>(target), &offer, take});
                }
            }
        }
    }

    int add_node(const Child& child) {
        Node node = nodes[child.node];
        node.key = child.key;
        node.value = child.value;
        node.parent = child.node;
        node.columns[child.source] = child.offer->rest;
        node.columns[child.target] = child.take->after;
        node.empties = static_cast<uint8_t>(node.empties + child.offer->empties + child.take->empties);
        node.events = static_cast<uint8_t>(node.events + child.offer->events + child.take->events);
        node.source = child.source;
        node.target = child.target;
        node.count = child.offer->count;
        nodes.push_back(node);
        return static_cast<int>(nodes.size()) - 1;
    }

    // The best children become the next beam: no position twice, and one for each value but for the lots. They
    // decide which; if always the first or the last were taken, the beam would hold less that differs.
    void choose(int width) {
        next.clear();
        order.clear();
        for (size_t i = 0; i < children.size(); i++)
            order.push_back(static_cast<uint64_t>(static_cast<int64_t>(INT_MAX) - children[i].value) << 32 | i);
        int last = INT_MAX;
        const size_t part = static_cast<size_t>(width) * 3 + 32;
        for (size_t from = 0; from < order.size();) {
            const size_t to = std::min(order.size(), from + part);
            const auto at = [this](size_t i) { return order.begin() + static_cast<std::ptrdiff_t>(i); };
            if (to < order.size()) std::nth_element(at(from), at(to), order.end());
            std::sort(at(from), at(to));
            for (; from < to; from++) {
                const Child& child = children[order[from] & LAST];
                if (thousandths(child.value) == last || keys.has(child.key)) continue;
                last = thousandths(child.value);
                keys.add(child.key);
                next.push_back(add_node(child));
                if (static_cast<int>(next.size()) == width) return;
            }
        }
    }
};
