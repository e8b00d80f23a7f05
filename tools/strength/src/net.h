// The net: what a leaf's inputs say about the chance to win. Two formats of file, see netfile.py.
#pragma once
#include <cmath>

#include "inputs.h"

// The value of a leaf: the logarithm of the odds of winning, in units of 1/65536.
using Value = int64_t;
constexpr Value WON = Value{1} << 40;
constexpr int VALUE_BITS = 16;

class Net {
    bool whole = false;  // whole numbers, or floats
    int hidden1 = 0, hidden2 = 0, shift1 = 0, shift2 = 0, shift3 = 0, bits = 0;
    std::vector<int32_t> w1, b1, w2, w3;
    std::vector<int64_t> b2;
    int64_t b3 = 0;
    std::vector<float> fw1, fb1, fw2, fb2, fw3;
    float fb3 = 0;

    template <typename In, typename Out>
    static void read(FILE* file, std::vector<Out>& to, size_t count) {
        std::vector<In> numbers(count);
        if (fread(numbers.data(), sizeof(In), count, file) != count) throw std::runtime_error("the net's file is short");
        to.assign(numbers.begin(), numbers.end());
    }

public:
    bool loaded = false;

    void load(const std::string& path) {
        FILE* file = fopen(path.c_str(), "rb");
        if (!file) throw std::runtime_error("no net: " + path);
        char magic[9] = {};
        if (fread(magic, 1, 8, file) != 8) throw std::runtime_error("the net's file is short");
        whole = !strcmp(magic, "SPIDERQ1");
        if (!whole && strcmp(magic, "SPIDERF1") != 0) throw std::runtime_error("not a net: " + path);
        std::vector<int> head;
        read<uint16_t>(file, head, 8);
        if (head[0] != INPUTS) throw std::runtime_error("the net has other inputs");
        hidden1 = head[1];
        hidden2 = head[2];
        if (hidden1 > 256 || hidden2 > 64) throw std::runtime_error("the net is too large");
        const size_t n1 = hidden1, n2 = hidden2;
        if (whole) {
            shift1 = head[3];
            shift2 = head[4];
            shift3 = head[5];
            bits = head[6];
            read<int16_t>(file, w1, INPUTS * n1);
            read<int32_t>(file, b1, n1);
            read<int16_t>(file, w2, n1 * n2);
            read<int32_t>(file, b2, n2);
            read<int16_t>(file, w3, n2);
            std::vector<int64_t> last;
            read<int32_t>(file, last, 1);
            b3 = last[0];
        } else {
            read<float>(file, fw1, INPUTS * n1);
            read<float>(file, fb1, n1);
            read<float>(file, fw2, n1 * n2);
            read<float>(file, fb2, n2);
            read<float>(file, fw3, n2);
            std::vector<float> last;
            read<float>(file, last, 1);
            fb3 = last[0];
        }
        fclose(file);
        loaded = true;
    }

    Value value(const int16_t* in) const {
        if (!whole) return float_value(in);
        int32_t a[256];
        std::copy(b1.begin(), b1.end(), a);
        add(in, 0, INPUTS, a);
        return whole_value(a);
    }

    // The same for a leaf, with what each column adds kept with the column.
    Value value(Table& table, const Leaf& leaf, const int16_t* in) const {
        if (!whole) return float_value(in);
        int32_t a[256];
        std::copy(b1.begin(), b1.end(), a);
        add(in, 0, FIRST_SUM, a);
        for (Column* column : leaf.columns) {
            Shape& shape = *column->shape;
            if (!shape.share) {
                shape.share = table.new_numbers(hidden1);
                std::fill(shape.share, shape.share + hidden1, 0);
                add_rows(shape.sums, FIRST_SUM, SUMS, shape.share);
            }
            for (int j = 0; j < hidden1; j++) a[j] += shape.share[j];
        }
        add(in, FIRST_COMPARED, INPUTS, a);
        return whole_value(a);
    }

    static double chance(Value value) { return 1 / (1 + std::exp(-static_cast<double>(value) / (1 << VALUE_BITS))); }

    // The chance in units of 1/2**30, in whole numbers: a table in steps of 1/64, and straight lines between them.
    static Value whole_chance(Value value) {
        constexpr int STEP_BITS = VALUE_BITS - 6, MOST = 12;
        static const std::vector<Value> table = [] {
            std::vector<Value> made;
            for (int k = -MOST * 64; k <= MOST * 64; k++) made.push_back(llround((1 << 30) / (1 + std::exp(-k / 64.0))));
            return made;
        }();
        if (value >= WON) return 1 << 30;
        const Value at = std::clamp<Value>(value + (MOST << VALUE_BITS), 0, (Value{2 * MOST} << VALUE_BITS) - 1);
        const size_t k = static_cast<size_t>(at >> STEP_BITS);
        return table[k] + ((table[k + 1] - table[k]) * (at & ((1 << STEP_BITS) - 1)) >> STEP_BITS);
    }

private:
    // What the inputs `from` to `to` - 1 add to the first layer.
    void add(const int16_t* in, int from, int to, int32_t* a) const { add_rows(in + from, from, to - from, a); }

    void add_rows(const int16_t* in, int from, int count, int32_t* a) const {
        for (int i = 0; i < count; i++) {
            const int32_t x = in[i];
            if (!x) continue;
            const int32_t* row = &w1[static_cast<size_t>(from + i) * hidden1];
            for (int j = 0; j < hidden1; j++) a[j] += x * row[j];
        }
    }

    Value whole_value(const int32_t* a) const {
        int64_t b[64];
        for (int j = 0; j < hidden2; j++) b[j] = b2[j];
        for (int i = 0; i < hidden1; i++) {
            const int32_t x = std::max(a[i], 0) >> (shift1 - bits);
            if (!x) continue;
            const int32_t* row = &w2[static_cast<size_t>(i) * hidden2];
            for (int j = 0; j < hidden2; j++) b[j] += static_cast<int64_t>(x) * row[j];
        }
        int64_t out = b3;
        for (int j = 0; j < hidden2; j++) out += (std::max<int64_t>(b[j], 0) >> shift2) * w3[j];
        return out >> (shift3 + bits - VALUE_BITS);
    }

    Value float_value(const int16_t* in) const {
        float a[256], b[64], out = fb3;
        for (int j = 0; j < hidden1; j++) a[j] = fb1[j];
        for (int i = 0; i < INPUTS; i++) {
            if (!in[i]) continue;
            const float x = in[i], *row = &fw1[static_cast<size_t>(i) * hidden1];
            for (int j = 0; j < hidden1; j++) a[j] += x * row[j];
        }
        for (int j = 0; j < hidden2; j++) b[j] = fb2[j];
        for (int i = 0; i < hidden1; i++) {
            if (a[i] <= 0) continue;
            const float* row = &fw2[static_cast<size_t>(i) * hidden2];
            for (int j = 0; j < hidden2; j++) b[j] += a[i] * row[j];
        }
        for (int j = 0; j < hidden2; j++) out += std::max(b[j], 0.0f) * fw3[j];
        return llround(static_cast<double>(out) * (1 << VALUE_BITS));
    }
};
