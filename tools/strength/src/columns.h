// Columns with everything that is known of them, each worked out once, and the additive value.
//
// All values are whole numbers. So a sum is the same in whatever order it is added up, and the package's Python
// can find exactly the same. A value here is thousandths times 1024, and below these each column has a lot of its
// own from 0 to 63: values that are equal but for the lots belong to positions that are different but equally good,
// and the lots decide between them.
#pragma once
#include <map>

#include "rules.h"

constexpr int LOT_BITS = 10;
constexpr uint32_t COLUMN_LOTS = 64;  // ten of them stay below 1024

// The value without the lots, in thousandths.
inline int thousandths(int value) { return value >> LOT_BITS; }

// CRC-32 as zlib has it.
inline uint32_t crc32(const Card* bytes, int count, uint32_t crc) {
    static const std::vector<uint32_t> table = [] {
        std::vector<uint32_t> made(256);
        for (uint32_t i = 0; i < 256; i++) {
            made[i] = i;
            for (int bit = 0; bit < 8; bit++) made[i] = (made[i] >> 1) ^ (made[i] & 1 ? 0xEDB88320u : 0);
        }
        return made;
    }();
    crc = ~crc;
    for (int i = 0; i < count; i++) crc = table[(crc ^ bytes[i]) & 255] ^ (crc >> 8);
    return ~crc;
}

inline int floor_div(int a, int b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

// The terms of the additive value, as `Weights` of the package names them, in thousandths.
struct Weights {
    int join = 3035, run = 666, mixed = -804, broken = 102;
    int down[6] = {0, -3686, -7250, -10090, -12819, -14556};
    int card = -363, king = 595, covering = 355, unknown = 1738, unit_bare = -172, unit = 184, unit_down = -101;
    int low_base = 236, ace = -499, king_run = 375, loose = -339;
    int empty[4] = {0, 247, 3406, 8280};
    int foundation = 70582, step = -73, deal = -16791, down_rows = 66, join_rows = 26;

    // Every number by its name, so that a file can give some of them.
    std::map<std::string, int*> by_name() {
        std::map<std::string, int*> names = {
            {"join", &join}, {"run", &run}, {"mixed", &mixed}, {"broken", &broken}, {"card", &card},
            {"king", &king}, {"covering", &covering}, {"unknown", &unknown}, {"unit_bare", &unit_bare},
            {"unit", &unit}, {"unit_down", &unit_down}, {"low_base", &low_base}, {"ace", &ace},
            {"king_run", &king_run}, {"loose", &loose}, {"foundation", &foundation}, {"step", &step},
            {"deal", &deal}, {"down_rows", &down_rows}, {"join_rows", &join_rows}};
        for (int i = 0; i < 6; i++) names["down" + std::to_string(i)] = &down[i];
        for (int i = 0; i < 4; i++) names["empty" + std::to_string(i)] = &empty[i];
        return names;
    }

    // Reads lines "NAME NUMBER", the number in thousandths.
    void load(const std::string& path) {
        FILE* file = fopen(path.c_str(), "r");
        if (!file) throw std::runtime_error("no weights: " + path);
        auto names = by_name();
        char name[64];
        int number;
        while (fscanf(file, "%63s %d", name, &number) == 2) {
            if (!names.count(name)) throw std::runtime_error(std::string("no such weight: ") + name);
            *names[name] = number;
        }
        fclose(file);
    }

    // The weights while so many rows are left in the stock.
    Weights with_rows(int rows) const {
        Weights w = *this;
        auto grow = [rows](int& weight, int share) {
            weight = floor_div(weight * (2000 + share * (2 * rows - 5)), 2000);
        };
        for (int& weight : w.down) grow(weight, down_rows);
        for (int* weight : {&w.join, &w.run, &w.king_run}) grow(*weight, join_rows);
        return w;
    }

    // The rest are values, with room for the lots.
    int of_empty(int columns) const {
        return (columns < 4 ? empty[columns] : empty[3] + (empty[3] - empty[2]) * (columns - 3)) * (1 << LOT_BITS);
    }
    int of_foundations(int number) const { return number * foundation * (1 << LOT_BITS); }
    int of_step() const { return step * (1 << LOT_BITS); }
    int of_deal() const { return deal * (1 << LOT_BITS); }
};

struct Column;

// Cards that can be taken off a column, and what that makes of it. `onto` is the rank that takes them; `events`
// counts cards that turn up, `empties` is 1 if the column is empty then.
struct Offer {
    int gain;
    uint64_t key_change;
    Column* rest;
    uint8_t onto, count, events, empties;
};

// What comes of putting cards on a column. `events` counts runs completed, and cards turned up below them;
// `empties` is 1 if the column is empty then, -1 if it was empty.
struct Take {
    uint32_t moved;
    int gain;
    uint64_t key_change;
    Column* after;
    int8_t events, empties;
    Take* next;
};

// What the inputs of the net need to know of a column; see inputs.h.
struct Shape {
    int16_t sums[128];
    uint8_t runs, sequences, head, king_run, base;
    uint8_t longest[4], joins[4];
    uint16_t ranks[4], joined[4];  // by suit: ranks that lie face up, and those on the next higher of the suit
    int32_t* share;                // what the sums add to the first layer of the net, once that is worked out
};

struct Column {
    uint64_t key;
    int value;
    int plain;  // by the weights of the inputs, in thousandths without a lot
    uint8_t count, face_down, rank, run;  // `rank` of the exposed card: 0 if empty, 15 if unknown
    bool has_offers;
    Offer* offers;
    Take* takes;
    Shape* shape;
    Card cards[1];

    int face_up() const { return count - face_down; }
    Card exposed() const { return cards[count - 1]; }
};

// Memory that is given back all at once.
class Arena {
    static constexpr size_t BLOCK = 1 << 22;
    std::vector<char*> blocks;
    size_t block = 0, used = BLOCK;

public:
    Arena() = default;
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;
    ~Arena() {
        for (char* b : blocks) free(b);
    }
    void* get(size_t bytes) {
        bytes = (bytes + 15) & ~size_t{15};
        if (used + bytes > BLOCK) {
            if (block == blocks.size()) blocks.push_back(static_cast<char*>(malloc(BLOCK)));
            block++;
            used = 0;
        }
        void* at = blocks[block - 1] + used;
        used += bytes;
        return at;
    }
    void reset() {
        block = 0;
        used = BLOCK;
    }
};

// Every column met so far.
class Table {
    Arena arena;
    std::vector<Column*> slots = std::vector<Column*>(1 << 17);
    std::vector<size_t> used;

    static int neighbours(const Weights& weights, const Card* shown, int count, bool royal) {
        int sum = 0, run = 0, loose = 0, lowest = 15;
        for (int i = 1; i < count; i++) {
            int before = shown[i - 1], card = shown[i];
            lowest = std::min(lowest, before & 15);
            if (card == before - 1) {
                sum += weights.join + weights.run * run + (royal ? weights.king_run : 0);
                run++;
            } else {
                run = 0;
                royal = false;
                bool ordered = (card & 15) == (before & 15) - 1;
                sum += ordered ? weights.mixed : weights.broken;
                loose = ordered ? loose + 1 : 0;
            }
            if ((card & 15) > lowest) sum += weights.covering;
        }
        return sum + weights.loose * loose;
    }

public:
    Weights weights;

    Weights plain_weights;  // of the additive value among the net's inputs; the beam may go by others
    bool two = false;       // whether it does

    void reset(const Weights& beam, const Weights& plain) {
        weights = beam;
        plain_weights = plain;
        for (size_t slot : used) slots[slot] = nullptr;
        used.clear();
        arena.reset();
    }

    size_t size() const { return used.size(); }

    // The additive value of one column, in thousandths.
    static int column_value(const Weights& w, const Card* cards, int count, int face_down) {
        const int shown_count = count - face_down;
        if (!shown_count) return 0;
        const Card* shown = cards + face_down;
        int sum = w.down[std::min(face_down, 5)] + w.card * shown_count;
        if (shown[shown_count - 1] == UNKNOWN)
            return sum + w.unknown + (face_down ? w.unit + w.unit_down * face_down : 0);
        int base = rank_of(shown[0]), runs = 1;
        for (int i = 1; i < shown_count; i++) runs += shown[i] != shown[i - 1] - 1;
        if (face_down) sum += runs * (w.unit + w.unit_down * face_down);
        else sum += (runs - 1) * w.unit_bare + floor_div(w.low_base * (KING - base), KING) + (base == KING ? w.king : 0);
        if (rank_of(shown[shown_count - 1]) == 1) sum += w.ace;
        return sum + neighbours(w, shown, shown_count, !face_down && base == KING);
    }

    // The lot of a column; it depends on its face-down cards by their number alone, as in a view.
    static int lot(const Card* cards, int count, int face_down) {
        const Card first = static_cast<Card>(face_down);
        return static_cast<int>(crc32(cards, count, crc32(&first, 1, 0)) % COLUMN_LOTS);
    }

    Column* column(const Card* cards, int count, int face_down) {
        uint64_t key = 0x1234567 + count * 131 + face_down;
        for (int i = 0; i < count; i++) {
            key = (key ^ cards[i]) * 0x9FB21C651E98DF25ull;
            key ^= key >> 29;
        }
        key = mix(key);
        size_t mask = slots.size() - 1, slot = key & mask;
        for (; slots[slot]; slot = (slot + 1) & mask) {
            Column* known = slots[slot];
            if (known->key == key && known->count == count && known->face_down == face_down &&
                !memcmp(known->cards, cards, count))
                return known;
        }
        auto* made = static_cast<Column*>(arena.get(sizeof(Column) + count));
        made->key = key;
        const int in_thousandths = column_value(weights, cards, count, face_down);
        made->value = in_thousandths * (1 << LOT_BITS) + lot(cards, count, face_down);
        made->plain = two ? column_value(plain_weights, cards, count, face_down) : in_thousandths;
        made->count = static_cast<uint8_t>(count);
        made->face_down = static_cast<uint8_t>(face_down);
        made->rank = count ? cards[count - 1] & 15 : 0;
        made->run = static_cast<uint8_t>(run_length(cards, count, face_down));
        made->has_offers = false;
        made->offers = nullptr;
        made->takes = nullptr;
        made->shape = nullptr;
        memcpy(made->cards, cards, count);
        slots[slot] = made;
        used.push_back(slot);
        if (used.size() * 2 > slots.size()) grow();
        return made;
    }

    // What can be taken off: the exposed card, and each longer part of the run there; `run` of them.
    Offer* offers(Column* column) {
        if (column->has_offers) return column->offers;
        column->has_offers = true;
        if (!column->run) return nullptr;
        auto* offers = static_cast<Offer*>(arena.get(sizeof(Offer) * column->run));
        for (int count = 1; count <= column->run; count++) {
            int kept = column->count - count, face_down = column->face_down;
            bool turned = face_down && face_down == kept;  // unknown: a view holds UNKNOWN for face-down cards
            Column* rest = this->column(column->cards, kept, face_down - turned);
            offers[count - 1] = {rest->value - column->value,
                                 rest->key - column->key,
                                 rest,
                                 static_cast<uint8_t>(column->rank + count),
                                 static_cast<uint8_t>(count),
                                 turned,
                                 kept == 0};
        }
        return column->offers = offers;
    }

    // What comes of putting the last `count` cards of `from` on the column, whether or not they fit.
    Take* take(Column* column, const Card* moved, int count) {
        const uint32_t code = moved[count - 1] << 8 | count;
        for (Take* known = column->takes; known; known = known->next)
            if (known->moved == code) return known;
        Card cards[LONGEST + KING];
        int total = column->count, face_down = column->face_down;
        memcpy(cards, column->cards, total);
        memcpy(cards + total, moved, count);
        total += count;
        bool completed = ends_complete(cards, total, face_down), turned = false;
        if (completed) {
            total -= KING;
            turned = face_down && face_down == total;
        }
        Column* after = this->column(cards, total, face_down - turned);
        auto* take = static_cast<Take*>(arena.get(sizeof(Take)));
        *take = {code,
                 after->value - column->value + weights.of_foundations(completed),
                 after->key - column->key,
                 after,
                 static_cast<int8_t>(completed + turned),
                 static_cast<int8_t>((after->count == 0) - (column->count == 0)),
                 column->takes};
        return column->takes = take;
    }

    int32_t* new_numbers(int count) { return static_cast<int32_t*>(arena.get(sizeof(int32_t) * count)); }

    Shape* new_shape() {
        auto* shape = static_cast<Shape*>(arena.get(sizeof(Shape)));
        memset(static_cast<void*>(shape), 0, sizeof(Shape));
        return shape;
    }

private:
    void grow() {
        std::vector<Column*> old;
        old.swap(slots);
        slots.assign(old.size() * 2, nullptr);
        used.clear();
        for (Column* column : old) {
            if (!column) continue;
            size_t slot = column->key & (slots.size() - 1);
            while (slots[slot]) slot = (slot + 1) & (slots.size() - 1);
            slots[slot] = column;
            used.push_back(slot);
        }
    }
};
