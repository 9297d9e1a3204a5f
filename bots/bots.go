// Package bots lists the builtin bots by name. A bot reads its game's protocol
// and answers it, as any bot process does; it sees nothing else of the match.
package bots

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"arbiter/bots/ctf"
	"arbiter/bots/domain"
	"arbiter/bots/flames"
	"arbiter/bots/heropath"
	"arbiter/bots/judge"
	"arbiter/bots/keeper"
	"arbiter/bots/option"
	"arbiter/referee/nearest"
)

// A Bot is one builtin bot.
type Bot struct {
	Game    string             // the game it plays
	Name    string             // unique within the game
	About   string             // one line
	Options []string           // the options it takes
	Weights []option.Parameter // options too: what its judgement weighs, for who tunes it
	// Revision is the version of the program in which the bot's answers last
	// changed, with a letter behind it for a second change in one version. It
	// is part of the bot's digest, so that results of different play are never
	// counted together.
	Revision string
	// Play answers until the end of the input. It returns nil then, and an
	// error when an option is wrong or the input is not the game's protocol.
	Play func(in io.Reader, out io.Writer, options url.Values) error
}

// Path returns the bot's name as it is typed after "builtin:".
func (b Bot) Path() string { return b.Game + "/" + b.Name }

// A Game is what there is of one game beside its rules: its bots, and what they know
// that others ask for. What a game does not have is left out.
type Game struct {
	Name      string           // of the game that they play
	Bots      []Bot            // by strength; each has this game
	Strengths option.Strengths // of the levels of its boss
	Judging   judge.Judging    // of recorded matches; zero for a game without judges
}

// Games returns all games that have bots, in the order of their names.
func Games() []Game {
	seed := []string{"seed"}
	levels := []string{"seed", "nodes", "level"}
	ctfWeights, domainWeights := ctf.DefaultParameters(), domain.DefaultParameters()
	flamesWeights, heropathWeights := flames.DefaultParameters(), heropath.DefaultParameters()
	keeperWeights := keeper.DefaultParameters()
	return []Game{
		{
			Name: "ctf",
			Bots: []Bot{
				{"ctf", "wait", "every minion waits", nil, nil, "0.1.0", ctf.Wait},
				{"ctf", "random", "random legal commands", seed, nil, "0.1.0", ctf.Random},
				{"ctf", "greedy", "one fetches the flag, one guards, the others collect coins", nil, nil, "0.1.0", ctf.Greedy},
				{"ctf", "boss", "simulates plans against the styles that its opponent may have", levels, ctfWeights.List(), "0.1.0d", ctf.Boss},
			},
			Strengths: ctf.Strengths(),
			Judging:   ctf.Judging(),
		},
		{
			Name: "domain",
			Bots: []Bot{
				{"domain", "wait", "stays and builds the first legal wall", nil, nil, "0.1.0", domain.Wait},
				{"domain", "random", "a random legal action", seed, nil, "0.1.0", domain.Random},
				{"domain", "greedy", "looks one action ahead", seed, nil, "0.1.0", domain.Greedy},
				{"domain", "boss", "searches as deep as its budget allows", levels, domainWeights.List(), "0.1.0c", domain.Boss},
			},
			Strengths: domain.Strengths(),
			Judging:   domain.Judging(),
		},
		{
			Name: "flames",
			Bots: []Bot{
				{"flames", "wait", "passes", nil, nil, "0.1.0", flames.Wait},
				{"flames", "random", "a random legal action", seed, nil, "0.1.0", flames.Random},
				{"flames", "greedy", "tries every sequence of up to four movements", nil, nil, "0.1.0", flames.Greedy},
				{"flames", "boss", "searches this cycle and the next", levels, flamesWeights.List(), "0.1.0f", flames.Boss},
			},
			Strengths: flames.Strengths(),
			Judging:   flames.Judging(),
		},
		{
			Name: "heropath",
			Bots: []Bot{
				{"heropath", "wait", "answers with an empty list of moves", nil, nil, "0.1.0", heropath.Wait},
				{"heropath", "random", "random legal moves and attacks", seed, nil, "0.1.0", heropath.Random},
				{"heropath", "greedy", "maximizes gold and experience per turn", nil, nil, "0.1.0f", heropath.Greedy},
				{"heropath", "boss", "searches for the best order of kills, and improves it", append(levels, "time", answersOption), heropathWeights.List(), "0.1.0g", heropath.Boss},
			},
			Strengths: heropath.Strengths(),
			Judging:   heropath.Judging(),
		},
		{
			Name: "keeper",
			Bots: []Bot{
				{"keeper", "wait", "stays where it is", nil, nil, "0.1.0", keeper.Wait},
				{"keeper", "random", "a random step or attack", seed, nil, "0.1.0", keeper.Random},
				{"keeper", "greedy", "tries each action one turn ahead", seed, nil, "0.1.0", keeper.Greedy},
				{"keeper", "boss", "plans its route and searches ahead along the best lines", levels, keeperWeights.List(), "0.1.0h", keeper.Boss},
			},
			Strengths: keeper.Strengths(),
			Judging:   keeper.Judging(),
		},
	}
}

// Of returns the Game of that name, or the zero value for a game without bots.
func Of(game string) Game {
	all := Games()
	if i := slices.IndexFunc(all, func(g Game) bool { return g.Name == game }); i >= 0 {
		return all[i]
	}
	return Game{Name: game}
}

// All returns every builtin bot, by game and then by strength.
func All() []Bot {
	var all []Bot
	for _, g := range Games() {
		all = append(all, g.Bots...)
	}
	return all
}

// Play finds the bot of a path such as "domain/random?seed=7" and plays it until the
// end of the input, with the errors of Find and Bot.Play.
func Play(path string, in io.Reader, out io.Writer) error {
	bot, options, err := Find(path)
	if err != nil {
		return err
	}
	return bot.Play(in, out, options)
}

// Find returns the bot that a path such as "domain/random?seed=7" names, and
// its options. The error lists the bots or the options that there are, or says what an
// option wants.
func Find(path string) (Bot, url.Values, error) {
	name, query, _ := strings.Cut(path, "?")
	options, err := url.ParseQuery(query)
	if err != nil {
		return Bot{}, nil, fmt.Errorf("builtin bot %s: options %q: %w", name, query, err)
	}
	all := All()
	i := slices.IndexFunc(all, func(b Bot) bool { return b.Path() == name })
	if i < 0 {
		return Bot{}, nil, fmt.Errorf("unknown builtin bot %q%s; want one of %s", name, nearest.Hint(name, paths("")), strings.Join(paths(name), ", "))
	}
	bot := all[i]
	for name := range options {
		if !slices.Contains(bot.takes(), name) {
			return Bot{}, nil, fmt.Errorf("builtin bot %s: unknown option %q%s; %s", bot.Path(), name, nearest.Hint(name, bot.takes()), bot.knows())
		}
	}
	if err := bot.check(options); err != nil {
		return Bot{}, nil, fmt.Errorf("builtin bot %s: %w", bot.Path(), err)
	}
	return bot, options, nil
}

// check returns an error for the first option whose value the bot would refuse, so that
// it is not entered. A file is looked at when the bot plays.
func (b Bot) check(options url.Values) error {
	if err := option.Check(options, b.Weights); err != nil {
		return err
	}
	_, nodes := option.Nodes(options)
	_, level := option.Level(options)
	_, seed := option.Int(options, seedOption, 0)
	_, thinks := option.Duration(options, "time", 0)
	return cmp.Or(nodes, level, seed, thinks)
}

// answersOption is the only option that names a file: the bot reads and writes it.
const answersOption = "answers"

// File returns the option of the bot that names a file of this machine; "" for none. Do not
// play such a bot for somebody at another machine.
func (b Bot) File(options url.Values) string {
	if options.Has(answersOption) {
		return answersOption
	}
	return ""
}

// paths lists the bots of the game that the name begins with, or all of them.
func paths(name string) []string {
	game, _, _ := strings.Cut(name, "/")
	var all, same []string
	for _, b := range All() {
		all = append(all, b.Path())
		if b.Game == game {
			same = append(same, b.Path())
		}
	}
	if len(same) > 0 {
		return same
	}
	return all
}

// takes returns the names of all options.
func (b Bot) takes() []string { return slices.Concat(b.Options, option.Names(b.Weights)) }

func (b Bot) knows() string {
	if len(b.takes()) == 0 {
		return "it takes none"
	}
	return "want one of " + strings.Join(b.takes(), ", ")
}
