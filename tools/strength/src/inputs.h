// The inputs of the net: 212 whole numbers that say what a leaf is like. PORT.md explains each.
//
// They know nothing of the names of suits nor of the order of columns. A share of the unseen cards is given
// in 256ths, rounded down; the additive value in units of 512 thousandths, rounded down.
#pragma once
#include "columns.h"

constexpr int SHARE = 256, VALUE_SHIFT = 9;

// Where each group of inputs begins. The first group belongs to the whole position; the second is a sum over
// columns, each of which adds the same wherever it lies; the third compares columns.
constexpr int FIRST_SUM = 35, SUMS = 123, FIRST_COMPARED = FIRST_SUM + SUMS, INPUTS = FIRST_COMPARED + 54;

// What a player sees.
struct View {
    Column* columns[COLUMNS];
    int rows = 0, foundations = 0, suits = 4;
    uint8_t unseen[64] = {};  // how many of each card lie face down or in the stock
    int all_unseen = 0;
};

// A position that a plan can end in, cards turned up on the way being unknown.
struct Leaf {
    Column* columns[COLUMNS];
    int empties, foundations;
    int value;  // additive, in thousandths
    bool deal;  // whether a deal follows; the columns are as before it
};

// What one column adds to the second group. The order is that of PORT.md.
inline void column_sums(const Column& column, const Shape& shape, int16_t* sums, int kings_on, int mixed, int broken,
                        int pairs, int covering) {
    if (!column.count) return;
    const int down = column.face_down, runs = shape.runs, sequences = shape.sequences;
    const bool known = column.rank != 15;
    int joins = 0;
    for (int n : shape.joins) joins += n;
    sums[down]++;
    sums[6] = static_cast<int16_t>(down);
    if (known) {
        sums[6 + column.rank]++;
        sums[20 + shape.head]++;
        int head = column.count - 1;  // of the sequence in rank order, of whatever suits
        while (head > down && rank_of(column.cards[head - 1]) == rank_of(column.cards[head]) + 1) head--;
        sums[33 + rank_of(column.cards[head])]++;
    } else {
        sums[20]++;
    }
    sums[47] = static_cast<int16_t>(joins);
    sums[48] = static_cast<int16_t>(mixed);
    sums[49] = static_cast<int16_t>(broken);
    sums[50] = static_cast<int16_t>(pairs);
    sums[51] = static_cast<int16_t>(column.face_up());
    sums[52] = static_cast<int16_t>(covering);
    sums[53] = static_cast<int16_t>(kings_on);
    if (!down) {
        const bool on_king = shape.base == KING;
        sums[54] = on_king;
        sums[55] = on_king && runs == 1;
        sums[56] = static_cast<int16_t>(runs);
        sums[57] = !on_king;
    } else {
        sums[58] = 1;
        sums[down == 1 ? 59 : down == 2 ? 60 : 61] = static_cast<int16_t>(runs);
    }
    sums[62] = static_cast<int16_t>((runs - 1) * (runs - 1));
    sums[63] = static_cast<int16_t>((sequences - 1) * (sequences - 1));
    if (known) {
        sums[64] = column.rank <= 2;
        if (down) {
            if (runs == 1) {
                if (shape.head < KING) sums[64 + shape.head] = 1;
                sums[79] = 1;
                sums[81] = static_cast<int16_t>(60 / down);
            }
            sums[77] = shape.base == KING;
            sums[80] = sequences == 1;
        }
        sums[78] = runs == 1;
        sums[87] = column.run > 1;
    } else if (down <= 4) {
        sums[82 + down] = 1;
    }
    const int depth = std::min(down, 4);
    sums[88 + depth * 4 + std::min(runs, 4) - 1] = 1;
    sums[108 + depth * 3 + std::min(sequences, 3) - 1] = 1;
}

inline const Shape& shape_of(Table& table, Column* column) {
    if (column->shape) return *column->shape;
    Shape& shape = *(column->shape = table.new_shape());
    const int shown = column->face_up();
    const Card* cards = column->cards + column->face_down;
    int mixed = 0, broken = 0, pairs = 0, covering = 0, kings_on = 0;
    if (shown && column->rank == 15) {
        shape.runs = shape.sequences = 1;
    } else if (shown) {
        shape.runs = shape.sequences = 1;
        shape.base = static_cast<uint8_t>(rank_of(cards[0]));
        int run = 1, lowest = 15;
        bool royal = !column->face_down && shape.base == KING;
        shape.longest[suit_of(cards[0])] = 1;
        kings_on = column->face_down && shape.base == KING;
        for (int i = 0; i < shown; i++) {
            const int card = cards[i], suit = suit_of(card);
            shape.ranks[suit] |= 1u << rank_of(card);
            if (!i) continue;
            const int before = cards[i - 1];
            lowest = std::min(lowest, before & 15);
            if (card == before - 1) {
                shape.joins[suit]++;
                shape.joined[suit] |= 1u << rank_of(card);
                pairs += run++;
                if (royal) shape.king_run = static_cast<uint8_t>(run);
            } else {
                run = 1;
                royal = false;
                shape.runs++;
                if ((card & 15) == (before & 15) - 1) {
                    mixed++;
                } else {
                    broken++;
                    shape.sequences++;
                }
            }
            shape.longest[suit] = std::max<uint8_t>(shape.longest[suit], static_cast<uint8_t>(run));
            covering += (card & 15) > lowest;
            kings_on += (card & 15) == KING;
        }
        shape.head = static_cast<uint8_t>(rank_of(cards[shown - column->run]));
    }
    column_sums(*column, shape, shape.sums, kings_on, mixed, broken, pairs, covering);
    return shape;
}

inline void leaf_inputs(Table& table, const View& view, const Leaf& leaf, int16_t* in) {
    memset(in, 0, sizeof(int16_t) * INPUTS);
    const auto put = [&in](int at, int number) { in[at] = static_cast<int16_t>(number); };
    const Shape* shapes[COLUMNS];
    for (int c = 0; c < COLUMNS; c++) shapes[c] = &shape_of(table, leaf.columns[c]);

    // The first group: the whole position.
    in[leaf.deal ? 5 + view.rows : view.rows] = 1;
    in[11 + std::min(leaf.empties, 3)] = 1;
    in[15 + std::min(leaf.foundations, 4)] = 1;
    put(20, leaf.foundations);
    for (int card = 0; card < 64; card++)
        if (view.unseen[card]) in[20 + rank_of(static_cast<Card>(card))] += view.unseen[card];
    put(34, view.all_unseen);

    // The second group: sums over columns.
    int16_t* sums = in + FIRST_SUM;
    for (const Shape* shape : shapes)
        for (int i = 0; i < SUMS; i++) sums[i] = static_cast<int16_t>(sums[i] + shape->sums[i]);

    // The third group. First the columns with nothing face down and those with something.
    int bare[COLUMNS], bares = 0, deep[COLUMNS], ordered[COLUMNS], deeps = 0, king_run = 0;
    int fewest[5] = {8, 8, 8, 8, 8};
    for (int c = 0; c < COLUMNS; c++) {
        const Column& column = *leaf.columns[c];
        const Shape& shape = *shapes[c];
        if (!column.count) continue;
        if (column.face_down) {
            ordered[deeps] = shape.sequences;
            deep[deeps++] = shape.runs;
            if (column.rank != 15 && column.face_down <= 4)
                fewest[column.face_down] = std::min<int>(fewest[column.face_down], shape.runs);
        } else {
            if (shape.base != KING) bare[bares++] = shape.runs;
            king_run = std::max<int>(king_run, shape.king_run);
        }
    }
    std::sort(bare, bare + bares);
    std::sort(deep, deep + deeps);
    std::sort(ordered, ordered + deeps);
    int at = FIRST_COMPARED;
    put(at++, king_run);
    for (int i = 0; i < 3; i++) put(at++, i < bares ? std::min(bare[i], 7) : 7);
    for (int i = 0; i < 4; i++) put(at++, i < deeps ? std::min(deep[i], 8) : 0);
    for (int i = 0; i < 3; i++) put(at++, i < deeps ? std::min(ordered[i], 6) : 0);

    // Suit by suit: the most advanced first.
    struct Suit {
        int ranks, joined, longest;
        bool operator<(const Suit& other) const {
            int mine = ranks + 2 * joined, its = other.ranks + 2 * other.joined;
            return mine != its ? mine > its : longest != other.longest ? longest > other.longest : ranks > other.ranks;
        }
    } suits[4] = {};
    int longest[4] = {}, joins[4] = {}, pieces[4] = {};
    for (int s = 0; s < view.suits; s++) {
        unsigned ranks = 0, joined = 0;
        for (const Shape* shape : shapes) {
            ranks |= shape->ranks[s];
            joined |= shape->joined[s];
            longest[s] = std::max<int>(longest[s], shape->longest[s]);
            joins[s] += shape->joins[s];
        }
        suits[s] = {__builtin_popcount(ranks), __builtin_popcount(joined), longest[s]};
        pieces[s] = 2 * suits[s].ranks + 3 * suits[s].joined;
    }
    std::sort(suits, suits + 4);
    for (int* numbers : {longest, joins, pieces}) std::sort(numbers, numbers + 4, std::greater<int>());
    for (int n : longest) put(at++, n);
    for (int n : joins) put(at++, n);

    // Which unseen cards would fit on an exposed card, and which would take a run.
    uint8_t exposed[128] = {}, heads[128] = {};  // of each card
    uint16_t exposed_ranks = 0, head_ranks = 0, ready_ranks = 0;
    for (int c = 0; c < COLUMNS; c++) {
        const Column& column = *leaf.columns[c];
        if (!column.count || column.rank == 15) continue;
        const int head = shapes[c]->head;
        exposed[column.exposed()]++;
        heads[(column.exposed() & 0xF0) | head]++;
        exposed_ranks |= static_cast<uint16_t>(1u << column.rank);
        head_ranks |= static_cast<uint16_t>(1u << head);
        if (column.face_down && shapes[c]->runs == 1) ready_ranks |= static_cast<uint16_t>(1u << head);
    }
    int fit = 0, fit_suit = 0, taker = 0, taker_suit = 0, both = 0, either = 0, frees = 0, freed = 0, frees_fits = 0;
    for (int s = 0; s < view.suits; s++)
        for (int rank = 1; rank <= KING; rank++) {
            const int card = s << 4 | rank, number = view.unseen[card];
            if (!number) continue;
            const bool fits = rank < KING && exposed_ranks >> (rank + 1) & 1, takes = rank > 1 && head_ranks >> (rank - 1) & 1;
            fit += fits * number;
            fit_suit += (rank < KING && exposed[card + 1]) * number;
            taker += takes * number;
            taker_suit += (rank > 1 && heads[card - 1]) * number;
            both += (fits && takes) * number;
            either += (fits || takes) * number;
            if (rank > 1 && ready_ranks >> (rank - 1) & 1) {
                frees += number;
                frees_fits += fits * number;
                freed += number * sums[64 + rank - 1];
            }
        }
    const int all = std::max(1, view.all_unseen);
    for (int n : {fit, fit_suit, taker, taker_suit, both, either}) put(at++, SHARE * n / all);
    int movable = 0, equal_heads = 0;
    for (int rank = 1; rank < KING; rank++) movable += std::min(sums[20 + rank], sums[6 + rank + 1]);
    for (int card = 1; card < 64; card++) equal_heads += heads[card] > 1;
    put(at++, movable);
    put(at++, __builtin_popcount(exposed_ranks));
    put(at++, equal_heads);
    for (int n : pieces) put(at++, n);
    put(at++, leaf.value >> VALUE_SHIFT);
    for (int n : {frees, freed, frees_fits}) put(at++, SHARE * n / all);
    for (int down = 1; down <= 4; down++) put(at++, fewest[down]);
    put(at++, leaf.empties * sums[79]);
    for (const Suit& suit : suits)
        for (int n : {suit.ranks, suit.joined, suit.longest}) put(at++, n);
    int most = 0;
    for (int c = 0; c < COLUMNS; c++) most = std::max(most, leaf.columns[c]->face_up());
    put(at++, most);
}
