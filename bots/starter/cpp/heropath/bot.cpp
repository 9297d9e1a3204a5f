// A starting point for a HeroPath bot: it plays legal moves at random.
//
// The referee sends a test as one line of JSON; the answer is one line of JSON
// with all moves. Change think() and keep the rest. Random numbers come from the
// seed in the first argument, if there is one: ./bot 7
//
// Whatever you print on stderr is kept with the match. Lines that begin with
// @draw and @metric are shown by the viewer.

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <random>
#include <string>
#include <vector>

using Int = std::int64_t;
using Random = std::mt19937;

// A monster. Its id is its place in Test::monsters.
struct Monster {
    Int id, x, y, hp, gold, exp, range, attack;
};

// What the hero starts from, and what a level adds to it in percent.
struct BaseHero {
    Int speed, power, range;
    Int level_speed_coeff, level_power_coeff, level_range_coeff;
};

// The world: x is 0 to width, y is 0 to height, both ends included.
struct Test {
    Int num_turns, width, height, start_x, start_y;
    BaseHero hero;
    std::vector<Monster> monsters;
};

// A move as the answer wants it: an attack on target_id, or a step to a cell.
struct Move {
    bool is_attack;
    Int target_id, target_x, target_y;
    std::string comment;  // one line, which the viewer shows; may be empty
};

// The square of the distance of two cells.
Int distance2(Int x1, Int y1, Int x2, Int y2) { return (x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2); }

// A game in progress, by the rules.
class Game {
public:
    const Test& test;
    Int x, y, speed, power, range;
    Int level = 0, exp = 0, gold = 0, fatigue = 0;
    Int next_level = 1000;        // exp that lifts to the next level
    std::vector<Int> hp;          // by id
    std::vector<Monster> living;  // in no order that means something
    std::vector<Move> moves;

    explicit Game(const Test& test) : test(test), x(test.start_x), y(test.start_y), living(test.monsters) {
        for (const Monster& m : test.monsters) hp.push_back(m.hp);
        set_abilities();
        set_threat();
    }

    // The living monsters that the hero can attack.
    std::vector<Monster> in_range() const {
        std::vector<Monster> targets;
        for (const Monster& m : living)
            if (distance2(x, y, m.x, m.y) <= range * range) targets.push_back(m);
        return targets;
    }

    bool can_move(Int to_x, Int to_y) const {
        const bool inside = 0 <= to_x && to_x <= test.width && 0 <= to_y && to_y <= test.height;
        return inside && distance2(x, y, to_x, to_y) <= speed * speed;
    }

    // Plays a move to a cell; can_move() must be true.
    void move(Int to_x, Int to_y, const std::string& comment = "") {
        x = to_x;
        y = to_y;
        set_threat();
        end_turn({false, 0, x, y, comment});
    }

    // Plays an attack on a monster of in_range().
    void attack(Monster m, const std::string& comment = "") {
        hp[m.id] -= power;
        if (hp[m.id] <= 0) kill(m);
        end_turn({true, m.id, 0, 0, comment});
    }

private:
    Int threat;  // the attack of all who reach the hero where he stands

    void kill(Monster m) {
        gold += m.gold * 1000 / (1000 + fatigue);
        exp += m.exp;
        while (exp >= next_level) {
            level++;
            next_level += 1000 + (level + 1) * level * 50;
        }
        living.erase(std::find_if(living.begin(), living.end(), [m](const Monster& l) { return l.id == m.id; }));
        set_abilities();
        set_threat();
    }

    void set_abilities() {
        const Int far = 2'000'000'000;  // farther than any two cells, and its square is no overflow
        const BaseHero& h = test.hero;
        speed = std::min(h.speed * (100 + level * h.level_speed_coeff) / 100, far);
        power = h.power * (100 + level * h.level_power_coeff) / 100;
        range = std::min(h.range * (100 + level * h.level_range_coeff) / 100, far);
    }

    void set_threat() {
        threat = 0;
        for (const Monster& m : living)
            if (distance2(x, y, m.x, m.y) <= m.range * m.range) threat += m.attack;
    }

    void end_turn(const Move& move) {
        fatigue += threat;  // the living monsters attack after the hero
        moves.push_back(move);
    }
};

// Draws a whole number from least to most, both included.
Int draw(Random& rng, Int least, Int most) { return std::uniform_int_distribution<Int>(least, most)(rng); }

// Returns the moves to answer: THIS IS THE PLACE FOR YOUR IDEAS.
//
// Here: attack something in range, and else move somewhere.
std::vector<Move> think(const Test& test, Random& rng) {
    Game game(test);
    const size_t turns = std::min<Int>(test.num_turns, 10'000);  // fewer moves than num_turns are legal
    while (game.moves.size() < turns) {
        const std::vector<Monster> targets = game.in_range();
        if (!targets.empty() && draw(rng, 1, 100) <= 95) {
            const Monster& target = targets[draw(rng, 0, targets.size() - 1)];
            const std::string id = std::to_string(target.id), hp = std::to_string(game.hp[target.id]);
            game.attack(target, "Target: " + id + ", hp " + hp);
            continue;
        }
        const Int x = draw(rng, std::max<Int>(game.x - game.speed, 0), std::min(game.x + game.speed, test.width));
        const Int y = draw(rng, std::max<Int>(game.y - game.speed, 0), std::min(game.y + game.speed, test.height));
        if (game.can_move(x, y)) game.move(x, y);
    }
    return game.moves;
}

// A value of JSON, as far as tests have them: a whole number, a list or an object.
struct Json {
    Int number = 0;
    std::vector<Json> items;        // of a list, or the values of an object
    std::vector<std::string> keys;  // of an object, one for each item

    // The value of a key, or null if there is none.
    const Json* find(const std::string& key) const {
        const auto found = std::find(keys.begin(), keys.end(), key);
        return found == keys.end() ? nullptr : &items[found - keys.begin()];
    }

    const Json& operator[](const std::string& key) const {
        if (const Json* value = find(key)) return *value;
        std::cerr << "the test has no \"" << key << "\"\n";
        std::exit(1);
    }
};

// Reads JSON by recursion: a value is made of values. Strings have no escapes.
class JsonReader {
public:
    explicit JsonReader(const std::string& text) : text(text) {}

    Json value() {
        Json json;
        switch (peek()) {
            case '{':
                list('}', [&] {
                    json.keys.push_back(string());
                    expect(':');
                    json.items.push_back(value());
                });
                break;
            case '[':
                list(']', [&] { json.items.push_back(value()); });
                break;
            case '"':
                string();  // no test says something with one
                break;
            default:
                json.number = number();
        }
        return json;
    }

private:
    const std::string& text;
    size_t at = 0;

    // The next character that is no blank, or 0 at the end.
    char peek() {
        while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at]))) at++;
        return at < text.size() ? text[at] : 0;
    }

    void expect(char want) {
        if (peek() != want) {
            std::cerr << "the test has no '" << want << "' at byte " << at << "\n";
            std::exit(1);
        }
        at++;
    }

    // Reads an opening bracket, what read_item reads, separated by commas, and
    // the closing bracket.
    template <typename ReadItem>
    void list(char close, ReadItem read_item) {
        at++;
        while (peek() != close) {
            read_item();
            if (peek() != close) expect(',');
        }
        at++;
    }

    std::string string() {
        expect('"');
        const size_t start = at;
        while (at < text.size() && text[at] != '"') at++;
        const std::string found = text.substr(start, at - start);
        expect('"');
        return found;
    }

    Int number() {
        const char* start = text.c_str() + at;
        char* end;
        const Int found = std::strtoll(start, &end, 10);
        if (end == start) expect('0');  // says where
        at += end - start;
        return found;
    }
};

Test read_test(const std::string& line) {
    const Json doc = JsonReader(line).value();
    const Json& h = doc["hero"];
    Test test{
        doc["num_turns"].number, doc["width"].number, doc["height"].number,
        doc["start_x"].number,   doc["start_y"].number,
        {h["base_speed"].number, h["base_power"].number, h["base_range"].number,
         h["level_speed_coeff"].number, h["level_power_coeff"].number, h["level_range_coeff"].number},
        {},
    };
    for (const Json& m : doc["monsters"].items) {
        // Some tests have monsters that never attack, without the two fields.
        const Json* range = m.find("range");
        const Json* attack = m.find("attack");
        const Int id = test.monsters.size();
        test.monsters.push_back({id, m["x"].number, m["y"].number, m["hp"].number, m["gold"].number, m["exp"].number,
                                 range ? range->number : 0, attack ? attack->number : 0});
    }
    return test;
}

// Prints the answer as one line of JSON.
void print(const std::vector<Move>& moves) {
    std::cout << "{\"moves\":[";
    for (size_t i = 0; i < moves.size(); i++) {
        const Move& m = moves[i];
        if (i > 0) std::cout << ',';
        if (m.is_attack)
            std::cout << "{\"type\":\"attack\",\"target_id\":" << m.target_id;
        else
            std::cout << "{\"type\":\"move\",\"target_x\":" << m.target_x << ",\"target_y\":" << m.target_y;
        if (!m.comment.empty()) std::cout << ",\"comment\":" << std::quoted(m.comment);
        std::cout << '}';
    }
    std::cout << "]}" << std::endl;  // endl flushes: without it nobody hears you
}

int main(int argc, char** argv) {
    // The referee's number is the same whenever the same match is played.
    const char* seed = argc > 1 ? argv[1] : std::getenv("ARBITER_BOT_SEED");
    Random rng(seed ? std::atoi(seed) : std::random_device{}());
    std::string line;
    for (bool first = true; std::getline(std::cin, line); first = false) {
        const Test test = read_test(line);
        if (first) {  // examples of what the viewer understands
            std::cerr << "@draw circle " << test.start_x << " " << test.start_y << " " << test.hero.speed << " orange\n";
            std::cerr << "@metric monsters " << test.monsters.size() << "\n";
        }
        print(think(test, rng));
    }
}
