// A starting point for a Flames Extinguisher bot: it plays random legal actions.
//
// Change think(). The rest reads the protocol and answers.
//
//     ./bot [SEED]
//
// Write to stderr whatever you want to see in the viewer; these lines are drawn:
//     @draw cell X Y COLOR                @draw circle X Y R COLOR
//     @draw line X1 Y1 X2 Y2 COLOR        @draw text X Y COLOR WORDS...
//     @metric NAME NUMBER

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

using Random = std::mt19937;

const int GLYPH_CYCLES = 6;  // glyphs appear at the start of cycles 1 to 6; each later cycle costs 1 HP

struct Cell {
    int x, y;  // x to the right, y down, (0, 0) is top left
};

// The map. It is sent once and never changes.
struct Arena {
    int height, width;
    std::vector<std::string> rows;  // '#' wall, '.' open cell, 'S' the character's start

    bool is_open(Cell cell) const {
        return 0 <= cell.x && cell.x < width && 0 <= cell.y && cell.y < height && rows[cell.y][cell.x] != '#';
    }
};

// What is sent in a turn.
struct Turn {
    Cell pos;        // the character
    int hp;          // the score, if all flames are put out; 0 is death
    int ap;          // MOVE and IMMO cost 1, JUMP costs 2, PASS restores 10
    int jumps_left;  // at most 2 in a cycle, PASS restores them
    std::vector<Cell> flames;
    std::vector<Cell> glyphs;                // they become flames at the next PASS
    std::vector<std::string> valid_actions;  // everything legal now, also what kills
};

// Returns the actions of this turn, in the order in which they are executed.
//
// THIS IS WHERE YOUR BOT THINKS. You have 100 ms. Several actions are one
// turn; only the first is sure to be among turn.valid_actions, an illegal one
// loses. What stands after a PASS is ignored. A random bot does not live long:
// a flame that comes next to an empty cell you land on kills you.
std::vector<std::string> think(const Arena& arena, const Turn& turn, int cycle, Random& rng) {
    (void)arena, (void)cycle;  // for your ideas
    return {turn.valid_actions[rng() % turn.valid_actions.size()]};
}

// Reads the next number or word; the program ends where the input ends, which
// is how it learns that the match is over.
template <typename T>
T read() {
    T value;
    if (!(std::cin >> value)) std::exit(0);
    return value;
}

// What stands between braces is read from left to right.
Cell read_cell() { return {read<int>(), read<int>()}; }

// Reads an action, which has a line of its own.
std::string read_action() {
    std::string line;
    if (!std::getline(std::cin >> std::ws, line)) std::exit(0);
    return line;
}

// Reads a count and as many of what read_one reads.
template <typename T>
std::vector<T> read_list(T (*read_one)()) {
    std::vector<T> list(read<int>());
    for (T& one : list) one = read_one();
    return list;
}

// Reads the initialization input, sent once before the first turn.
Arena read_arena() {
    Arena arena{read<int>(), read<int>(), {}};
    for (int y = 0; y < arena.height; y++) arena.rows.push_back(read<std::string>());
    return arena;
}

// Reads the input of a turn.
Turn read_turn() {
    return {read_cell(),          read<int>(),          read<int>(),           read<int>(),
            read_list(read_cell), read_list(read_cell), read_list(read_action)};
}

int main(int argc, char** argv) {
    // The referee's number is the same whenever the same match is played.
    const char* seed = argc > 1 ? argv[1] : std::getenv("ARBITER_BOT_SEED");
    Random rng(seed ? std::atoi(seed) : std::random_device{}());
    const Arena arena = read_arena();
    int cycle = 1;  // the protocol does not have it: count the PASSes
    for (bool first = true;; first = false) {
        const Turn turn = read_turn();
        if (first) {  // an example of what the viewer can show; print it as often as you like
            std::cerr << "@draw circle " << turn.pos.x << " " << turn.pos.y << " 1 gold\n";
            std::cerr << "@metric actions " << turn.valid_actions.size() << "\n";
        }

        const std::vector<std::string> actions = think(arena, turn, cycle, rng);

        if (std::find(actions.begin(), actions.end(), "PASS") != actions.end()) cycle++;
        for (size_t i = 0; i < actions.size(); i++) std::cout << (i > 0 ? ";" : "") << actions[i];
        std::cout << std::endl;  // endl flushes: without it nobody hears you
    }
}
