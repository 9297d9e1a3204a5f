// A starting point for a Domain Expansion bot: it plays random legal actions.
//
// Change think(). The rest reads the protocol, follows the board and answers.
//
//     ./bot [SEED]
//
// Write to stderr whatever you want to see in the viewer; these lines are drawn:
//     @draw cell X Y COLOR                @draw circle X Y R COLOR
//     @draw line X1 Y1 X2 Y2 COLOR        @draw text X Y COLOR WORDS...
//     @metric NAME NUMBER

#include <cstdlib>
#include <iostream>
#include <queue>
#include <random>
#include <string>
#include <vector>

using Random = std::mt19937;

const int MAX_DISTANCE = 3;  // "up to 3 steps away (measured in Manhattan distance)"
const int MAX_PATH = 3;      // steps of the way there; this referee accepts 4, but 3 is safe anywhere

struct Cell {
    int x, y;  // x to the right, y down, (0, 0) is top left

    bool operator==(Cell other) const { return x == other.x && y == other.y; }
};

// The four sides of a cell, and what lies beyond each.
const std::string SIDES = "UDLR";

Cell next_to(Cell cell, char side) {
    switch (side) {
        case 'U': return {cell.x, cell.y - 1};
        case 'D': return {cell.x, cell.y + 1};
        case 'L': return {cell.x - 1, cell.y};
        default: return {cell.x + 1, cell.y};
    }
}

// What a player does in a turn: move to a cell, then build a wall on a side of it.
struct Action {
    Cell cell;
    char side;  // U, D, L or R
};

// The position, as far as it follows from the protocol.
struct Board {
    int width, height;
    Cell me, opponent;
    int turn = 0;  // how many actions I have played

    // A wall below or to the right of a cell; the border is not in here.
    std::vector<std::vector<bool>> wall_below, wall_right;

    Board(int width, int height, Cell me, Cell opponent)
        : width(width), height(height), me(me), opponent(opponent),
          wall_below(height, std::vector<bool>(width)), wall_right(wall_below) {}

    bool is_inside(Cell cell) const { return 0 <= cell.x && cell.x < width && 0 <= cell.y && cell.y < height; }

    // Whether one may step over a side of a cell: neither border nor wall.
    bool is_open(Cell cell, char side) const {
        const Cell other = next_to(cell, side);
        if (!is_inside(other)) return false;
        switch (side) {
            case 'U': return !wall_below[other.y][other.x];
            case 'D': return !wall_below[cell.y][cell.x];
            case 'L': return !wall_right[other.y][other.x];
            default: return !wall_right[cell.y][cell.x];
        }
    }

    // Builds a wall on a side of a cell; it counts for both players.
    void build(Action action) {
        const Cell cell = action.cell, other = next_to(cell, action.side);
        switch (action.side) {
            case 'U': wall_below[other.y][other.x] = true; break;
            case 'D': wall_below[cell.y][cell.x] = true; break;
            case 'L': wall_right[other.y][other.x] = true; break;
            default: wall_right[cell.y][cell.x] = true;
        }
    }

    // The cells I can move to, my own first: staying is allowed.
    std::vector<Cell> targets() const {
        std::vector<std::vector<int>> steps(height, std::vector<int>(width, -1));  // of the shortest way
        std::vector<Cell> near;
        std::queue<Cell> queue({me});
        steps[me.y][me.x] = 0;
        while (!queue.empty()) {
            const Cell cell = queue.front();
            queue.pop();
            if (std::abs(cell.x - me.x) + std::abs(cell.y - me.y) <= MAX_DISTANCE) near.push_back(cell);
            if (steps[cell.y][cell.x] == MAX_PATH) continue;
            for (char side : SIDES) {
                const Cell other = next_to(cell, side);
                if (!is_open(cell, side) || other == opponent || steps[other.y][other.x] >= 0) continue;
                steps[other.y][other.x] = steps[cell.y][cell.x] + 1;
                queue.push(other);
            }
        }
        return near;
    }

    // Everything I may do now. It is never empty while the game goes on.
    std::vector<Action> actions() const {
        std::vector<Action> all;
        for (Cell cell : targets())
            for (char side : SIDES)
                if (is_open(cell, side)) all.push_back({cell, side});
        return all;
    }
};

struct Answer {
    Action action;
    std::string message;  // for the spectators; may be empty
};

// THIS IS WHERE YOUR BOT THINKS. You have 1000 ms in your first turn and
// 100 ms in every later one. The larger domain wins when the walls separate
// the two tokens; a random bot mostly locks itself in.
Answer think(const Board& board, Random& rng) {
    const std::vector<Action> actions = board.actions();
    const Action action = actions[rng() % actions.size()];
    if (board.turn == 0) {  // an example of what the viewer can show; print it as often as you like
        std::cerr << "@draw cell " << action.cell.x << " " << action.cell.y << " gold\n";
        std::cerr << "@metric actions " << actions.size() << "\n";
    }
    return {action, ""};
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

// Reads the initial input, sent once before my first turn.
Board read_board() { return Board{read<int>(), read<int>(), read_cell(), read_cell()}; }

// Reads the opponent's last action, sent in every turn; its side is '_' when I move first.
Action read_last_action() { return {read_cell(), read<char>()}; }

int main(int argc, char** argv) {
    // The referee's number is the same whenever the same match is played.
    const char* seed = argc > 1 ? argv[1] : std::getenv("ARBITER_BOT_SEED");
    Random rng(seed ? std::atoi(seed) : std::random_device{}());
    Board board = read_board();
    while (true) {
        const Action last = read_last_action();
        if (last.side != '_') {
            board.opponent = last.cell;
            board.build(last);
        }

        const auto [action, message] = think(board, rng);

        board.me = action.cell;
        board.build(action);
        board.turn++;
        std::cout << action.cell.x << " " << action.cell.y << " " << action.side;
        if (!message.empty()) std::cout << " " << message;
        std::cout << std::endl;  // endl flushes: without it nobody hears you
    }
}
