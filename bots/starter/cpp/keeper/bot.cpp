// A starter bot for Code Keeper - The Hero: it reads everything the referee
// sends and answers with a random legal action. Write your own think().
//
// Each turn the bot gets what its hero sees and prints one line:
//
//     MOVE x y [message]             walk towards a cell; your own cell: wait
//     ATTACK weapon x y [message]    0 sword, 1 hammer, 2 scythe, 3 bow
//
// What goes to stderr is kept with the match. Lines that begin with @draw and
// @metric are shown in the viewer, see first_turn_example(). Run it with a
// number to choose the random draws: ./bot 7

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

using Random = std::mt19937;

const int WIDTH = 16, HEIGHT = 12;
const int SIGHT = 3;  // the hero sees the cells at most 3 away, diagonals included

enum Type {
    EXIT, OBSTACLE, TREASURE, POTION,
    HAMMER_CHARGE, SCYTHE_CHARGE, BOW_CHARGE,
    BOX, SKELETON, GARGOYLE, ORC, VAMPIRE  // the monsters
};

enum Weapon { SWORD, HAMMER, SCYTHE, BOW };

struct Hero {
    int x, y;
    int health;
    int score;
    int hammer, scythe, bow;  // charges; the sword needs none

    bool can_use(Weapon weapon) const {
        switch (weapon) {
            case HAMMER: return hammer > 0;
            case SCYTHE: return scythe > 0;
            case BOW: return bow > 0;
            default: return true;
        }
    }
};

struct Entity {
    int x, y;
    int type;   // one of Type
    int value;  // a monster's health; see the rules for the others

    bool is_monster() const { return type >= BOX; }
};

struct Turn {
    int number;  // from 1
    Hero hero;
    std::vector<Entity> entities;  // what the hero sees; floor is not listed

    // Whether something of a type is on a cell in sight: an item with a
    // monster on it is two entities.
    bool has(Type type, int x, int y) const {
        return std::any_of(entities.begin(), entities.end(),
                           [&](const Entity& e) { return e.x == x && e.y == y && e.type == type; });
    }
};

bool is_inside(int x, int y) { return 0 <= x && x < WIDTH && 0 <= y && y < HEIGHT; }

// Whether a weapon reaches a cell dx, dy away from the hero.
bool in_range(Weapon weapon, int dx, int dy) {
    dx = std::abs(dx), dy = std::abs(dy);
    const int away = std::max(dx, dy);
    switch (weapon) {
        case SWORD: return dx + dy == 1;
        case HAMMER: return away == 1;
        case SCYTHE: return away == 1 || (away == 2 && dx + dy != 3);
        default: return 1 <= away && away <= SIGHT;
    }
}

std::string move(int x, int y) { return "MOVE " + std::to_string(x) + " " + std::to_string(y); }

std::string attack(Weapon weapon, int x, int y) {
    return "ATTACK " + std::to_string(weapon) + " " + std::to_string(x) + " " + std::to_string(y);
}

// To wait, the steps to cells without obstacle, and the attacks in range.
std::vector<std::string> legal_actions(const Turn& turn) {
    const Hero& hero = turn.hero;
    std::vector<std::string> actions = {move(hero.x, hero.y)};
    const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (auto [dx, dy] : steps) {
        const int x = hero.x + dx, y = hero.y + dy;
        if (is_inside(x, y) && !turn.has(OBSTACLE, x, y)) actions.push_back(move(x, y));
    }
    for (Weapon weapon : {SWORD, HAMMER, SCYTHE, BOW}) {
        if (!hero.can_use(weapon)) continue;
        for (int dx = -SIGHT; dx <= SIGHT; dx++)
            for (int dy = -SIGHT; dy <= SIGHT; dy++)
                if (is_inside(hero.x + dx, hero.y + dy) && in_range(weapon, dx, dy))
                    actions.push_back(attack(weapon, hero.x + dx, hero.y + dy));
    }
    return actions;
}

// Returns the line for this turn. Your ideas go here; you have 50 ms.
std::string think(const Turn& turn, Random& rng) {
    const std::vector<std::string> actions = legal_actions(turn);
    return actions[rng() % actions.size()];
}

// Shows what a bot can tell the viewer; delete it when you know.
void first_turn_example(const Turn& turn) {
    std::cerr << "@draw circle " << turn.hero.x << " " << turn.hero.y << " " << SIGHT << " gold\n";
    std::cerr << "@metric entities " << turn.entities.size() << "\n";
}

// Reads the next number; the program ends where the input ends, which is how
// it learns that the match is over.
int read() {
    int number;
    if (!(std::cin >> number)) std::exit(0);
    return number;
}

Turn read_turn(int number) {
    // What stands between braces is read from left to right.
    Turn turn{number, {read(), read(), read(), read(), read(), read(), read()}, {}};
    turn.entities.resize(read());
    for (Entity& e : turn.entities) e = {read(), read(), read(), read()};
    return turn;
}

int main(int argc, char** argv) {
    // The referee's number is the same whenever the same match is played.
    const char* seed = argc > 1 ? argv[1] : std::getenv("ARBITER_BOT_SEED");
    Random rng(seed ? std::atoi(seed) : std::random_device{}());
    for (int number = 1;; number++) {
        const Turn turn = read_turn(number);
        if (number == 1) first_turn_example(turn);
        std::cout << think(turn, rng) << std::endl;  // endl flushes: without it nobody hears you
    }
}
