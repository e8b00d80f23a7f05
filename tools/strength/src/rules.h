// The rules of two-deck Spider, and starts by number. Nothing here chooses a step.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

// A card is suit * 16 + rank: suits 0-3, ranks 1 (ace) to 13 (king). So the next lower card of a suit is
// the number one less.
using Card = uint8_t;
constexpr int COLUMNS = 10, ROW = 10, KING = 13, FOUNDATIONS = 8, PACK = 104, LONGEST = 105;
constexpr Card UNKNOWN = 0x4F;  // stands for a card that nobody has seen; its rank, 15, fits on nothing

inline int rank_of(Card card) { return card & 15; }
inline int suit_of(Card card) { return card >> 4; }

inline uint64_t mix(uint64_t z) {  // the output function of the generator SplitMix64
    z += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

struct Random {
    uint64_t state;
    explicit Random(uint64_t seed) : state(mix(seed)) {}
    uint64_t next() {
        state += 0x9E3779B97F4A7C15ull;
        return mix(state);
    }
    uint32_t below(uint32_t n) { return static_cast<uint32_t>((next() >> 32) * n >> 32); }
    double share() { return static_cast<double>(next() >> 11) / 9007199254740992.0; }
};

// How many of the cards at the end of a column form a run: one suit, each one rank lower.
inline int run_length(const Card* cards, int count, int face_down) {
    if (count == 0 || cards[count - 1] == UNKNOWN) return 0;
    int first = count - 1;
    while (first > face_down && cards[first - 1] == cards[first] + 1) first--;
    return count - first;
}

// Whether the column ends in a complete run, king to ace.
inline bool ends_complete(const Card* cards, int count, int face_down) {
    return count && rank_of(cards[count - 1]) == 1 && run_length(cards, count, face_down) >= KING;
}

// A game with all its cards, those that the player does not see too.
struct Game {
    Card cards[COLUMNS][LONGEST + ROW];
    int count[COLUMNS], face_down[COLUMNS];
    Card stock[50];
    int dealt = 0;  // cards of the stock that are dealt
    int suits = 4;
    std::vector<int> foundations;  // the suits of the completed runs
    int steps = 0;

    // The start `number` of the laboratory; no number here is a seed of the package.
    static Game numbered(uint64_t number, int suits) {
        Card pack[PACK];
        int filled = 0;
        for (int deck = 0; deck < 2; deck++)
            for (int suit = 0; suit < 4; suit++)
                for (int rank = 1; rank <= KING; rank++)
                    pack[filled++] = static_cast<Card>((suits == 1 ? 0 : suits == 2 ? suit / 2 : suit) << 4 | rank);
        Random random(number * 1000003ull + static_cast<uint64_t>(suits));
        for (int last = PACK - 1; last > 0; last--) std::swap(pack[last], pack[random.below(last + 1)]);
        return of_pack(pack, suits);
    }

    // The start of 104 cards: column by column from the bottom, then the stock in the order of dealing.
    static Game of_pack(const Card* pack, int suits) {
        Game game;
        game.suits = suits;
        for (int c = 0; c < COLUMNS; c++) {
            game.count[c] = c < 4 ? 6 : 5;
            game.face_down[c] = game.count[c] - 1;
            for (int k = 0; k < game.count[c]; k++) game.cards[c][k] = *pack++;
        }
        std::copy(pack, pack + 50, game.stock);
        return game;
    }

    int rows() const { return (50 - dealt) / ROW; }
    bool won() const { return foundations.size() == FOUNDATIONS; }

    bool legal(int source, int target, int moved) const {
        if (source == target || moved < 1 || moved > run_length(cards[source], count[source], face_down[source]))
            return false;
        return !count[target] ||
               rank_of(cards[target][count[target] - 1]) == rank_of(cards[source][count[source] - moved]) + 1;
    }

    void turn_up(int c) {
        if (face_down[c] && face_down[c] == count[c]) face_down[c]--;
    }

    void settle(int c) {
        if (!ends_complete(cards[c], count[c], face_down[c])) return;
        foundations.push_back(suit_of(cards[c][count[c] - 1]));
        count[c] -= KING;
        turn_up(c);
    }

    void move(int source, int target, int moved) {
        if (!legal(source, target, moved)) throw std::logic_error("an illegal move");
        std::copy_n(cards[source] + count[source] - moved, moved, cards[target] + count[target]);
        count[target] += moved;
        count[source] -= moved;
        turn_up(source);
        settle(target);
        steps++;
    }

    bool can_deal() const { return rows() && *std::min_element(count, count + COLUMNS) > 0; }

    void deal() {
        if (!can_deal()) throw std::logic_error("an illegal deal");
        for (int c = 0; c < COLUMNS; c++) cards[c][count[c]++] = stock[dealt++];
        for (int c = 0; c < COLUMNS; c++) settle(c);  // all ten cards lie before any run leaves the table
        steps++;
    }

    int all_face_down() const {
        int sum = 0;
        for (int down : face_down) sum += down;
        return sum;
    }
};
