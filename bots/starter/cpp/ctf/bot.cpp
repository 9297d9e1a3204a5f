// A starting point for a Capture the Flag bot: it answers random legal moves.
//
// Change think(). Everything the referee sends is in the structures below.
// Run it with a number to choose the random draws: ./bot 7

#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

using Random = std::mt19937;

const int FIRE_PRICE = 7, FREEZE_PRICE = 12, MINE_PRICE = 15;

struct Cell {
    int r, c;  // row from the top, column from the left
};

// What is sent once, before the first turn.
struct Map {
    int height, width;
    std::vector<std::string> rows;  // '#' wall, '.' empty cell
    Cell my_base, opponent_base;

    bool is_open(Cell cell) const {
        return 0 <= cell.r && cell.r < height && 0 <= cell.c && cell.c < width && rows[cell.r][cell.c] == '.';
    }

    // The open cells next to a cell: up, down, left, right.
    std::vector<Cell> neighbours(Cell cell) const {
        std::vector<Cell> open;
        for (Cell n : {Cell{cell.r - 1, cell.c}, Cell{cell.r + 1, cell.c}, Cell{cell.r, cell.c - 1}, Cell{cell.r, cell.c + 1}})
            if (is_open(n)) open.push_back(n);
        return open;
    }
};

struct Minion {
    int id;
    Cell pos;
    int health;
    int timeout;  // turns it is still frozen; then commands have no impact
};

struct Flag {
    Cell pos;
    int carrier;  // id of the minion that carries it, or -1
};

// What is sent every turn. Both flags are always known.
struct Turn {
    int my_score, opponent_score;
    Flag my_flag;                 // carried by minions of the opponent
    Flag opponent_flag;           // carried by my minions
    std::vector<Minion> mine;     // my living minions
    std::vector<Minion> enemies;  // the opponent's minions in sight
    std::vector<Cell> coins;      // the coins in sight
};

std::string order(const std::string& name, int id) { return name + " " + std::to_string(id); }

std::string order(const std::string& name, int id, Cell cell) {
    return order(name, id) + " " + std::to_string(cell.r) + " " + std::to_string(cell.c);
}

// ---------------------------------------------------------------------------
// Here your bot thinks. Return commands such as "MOVE 0 5 7", "WAIT 1",
// "FIRE 2", "FREEZE 0" or "MINE 1 5 8": at most one for each minion, and at
// least one in every turn, even if all your minions are frozen.
// ---------------------------------------------------------------------------
std::vector<std::string> think(const Map& map, const Turn& turn, Random& rng) {
    std::vector<std::string> commands;
    int score = turn.my_score;
    for (const Minion& minion : turn.mine) {
        struct Choice {
            std::string command;
            int price;
        };
        std::vector<Choice> choices = {{order("WAIT", minion.id), 0}};
        auto offer = [&](std::string command, int price) {
            if (price <= score) choices.push_back({command, price});
        };
        if (minion.timeout == 0) {
            offer(order("FIRE", minion.id), FIRE_PRICE);
            offer(order("FREEZE", minion.id), FREEZE_PRICE);
            for (Cell side : map.neighbours(minion.pos)) {
                offer(order("MOVE", minion.id, side), 0);
                offer(order("MINE", minion.id, side), MINE_PRICE);
            }
        }
        const Choice& choice = choices[rng() % choices.size()];
        commands.push_back(choice.command);
        score -= choice.price;
    }
    return commands;
}

// Reads the next word or number; the program ends where the input ends, which
// is how it learns that the match is over.
template <typename T>
T read() {
    T value;
    if (!(std::cin >> value)) std::exit(0);
    return value;
}

// What stands between braces is read from left to right.
Cell read_cell() { return {read<int>(), read<int>()}; }

Flag read_flag() { return {read_cell(), read<int>()}; }

Minion read_minion() { return {read<int>(), read_cell(), read<int>(), read<int>()}; }

// Reads a count and as many of what read_one reads.
template <typename T>
std::vector<T> read_list(T (*read_one)()) {
    std::vector<T> list(read<int>());
    for (T& one : list) one = read_one();
    return list;
}

Map read_map() {
    Map map;
    map.height = read<int>();
    map.width = read<int>();
    for (int r = 0; r < map.height; r++) map.rows.push_back(read<std::string>());
    map.my_base = read_cell();
    map.opponent_base = read_cell();
    for (int i = 0; i < 3 * 3; i++) read<std::string>();  // FIRE, FREEZE, MINE with price and damage: always the same
    return map;
}

Turn read_turn() {
    return {read<int>(),            read<int>(),            read_flag(),         read_flag(),
            read_list(read_minion), read_list(read_minion), read_list(read_cell)};
}

int main(int argc, char** argv) {
    // The referee's number is the same whenever the same match is played.
    const char* seed = argc > 1 ? argv[1] : std::getenv("ARBITER_BOT_SEED");
    Random rng(seed ? std::atoi(seed) : std::random_device{}());
    const Map map = read_map();
    for (bool first = true;; first = false) {
        const Turn turn = read_turn();
        const std::vector<std::string> commands = think(map, turn, rng);
        if (first) {
            // What you write on stderr is kept with the match. These two forms
            // are drawn in the viewer: x is the column, y the row.
            std::cerr << "@draw cell " << map.opponent_base.c << " " << map.opponent_base.r << " orange\n";
            std::cerr << "@metric coins_in_sight " << turn.coins.size() << "\n";
        }
        for (size_t i = 0; i < commands.size(); i++) std::cout << (i > 0 ? " | " : "") << commands[i];
        std::cout << std::endl;  // endl flushes: without it nobody hears you
    }
}
