package whatif

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/plural"
	"arbiter/referee/replay"
	"arbiter/server/league"
	"arbiter/server/study/analysis"
)

// A BotReport says where a bot's points go, over its matches.
type BotReport struct {
	Bot     string `json:"bot"`
	Game    string `json:"game"`
	Matches int    `json:"matches"` // read, one for each of its seats
	// Versions are those of the bot in these matches, the one with most of them first.
	Versions []Version `json:"versions"`
	// Sentence says how much it lost, and how much of that the causes explain.
	Sentence string `json:"sentence"`
	// Causes say why it loses, the one that costs most first, at most MaxCauses.
	Causes []Cause `json:"causes"`
	// Lost is all that the bot lost in these matches, in Unit: of a solo game, what others
	// have more.
	Lost float64 `json:"lost"`
	// Unexplained is the part of it that no fault or habit of Causes accounts for.
	Unexplained float64 `json:"unexplained"`
	// Analysed is how many of them are analysed.
	Analysed int `json:"analysed"`
	// Unpriced says that the judge of the game tells no costs, so that Worst stays empty; "" if it does.
	Unpriced  string      `json:"unpriced,omitempty"`
	Unit      string      `json:"unit"`      // of sizes and costs; see analysis.Unit
	Opponents []Opponent  `json:"opponents"` // by falling points lost; empty in solo games
	Faults    []FaultLoss `json:"faults"`    // by falling points lost
	Worst     []Costly    `json:"worst"`     // the answers whose costs the judge stands behind, the dearest first, at most WorstAnswers
	Slow      Slowness    `json:"slow"`      // not counted above: what was slow is not what was wrong
}

// A Version is one of a bot's, with its matches of a report.
type Version struct {
	Bot     string `json:"bot"` // ID
	Matches int    `json:"matches"`
}

// An Opponent is what a bot lost against another one.
type Opponent struct {
	Bot     string  `json:"bot"` // ID; several are joined by " and "
	Matches int     `json:"matches"`
	Lost    float64 `json:"lost"` // points: 1 for a loss, 0.5 for a draw
}

// A FaultLoss is what a bot lost by faults of one kind.
type FaultLoss struct {
	Kind    referee.Kind `json:"kind"`
	Matches int          `json:"matches"`
	Lost    float64      `json:"lost"`
}

// A Costly is an answer with what it cost.
type Costly struct {
	Match    string `json:"match"`
	Turn     int    `json:"turn"`
	Seat     int    `json:"seat"`
	Opponent string `json:"opponent,omitempty"`
	Answer   string `json:"answer"`
	Cost     Cost   `json:"cost"`
	// Differs has the parts in which the judge's answer differs; none where the game
	// cannot tell.
	Differs []Deviation `json:"differs"`
}

// WorstAnswers is how many answers a report names.
const WorstAnswers = 20

// MakeReport reports on the seats of a bot, which others are compared with: seats of
// matches without it, which may be none. Without analyses, which may be nil, it has no
// worst answers.
func MakeReport(ctx context.Context, bot string, seats, others []Seat, known Analyses) (BotReport, error) {
	r := &reporter{BotReport: BotReport{Bot: bot, Faults: []FaultLoss{}}, opponents: map[string]*Opponent{}, versions: map[string]int{}}
	for _, s := range seats {
		r.Game, r.Unit = s.Game.Info().Name, analysis.Unit(s.Game.Info())
		r.add(s)
		if known == nil {
			continue
		}
		a, err := known(ctx, s)
		if err != nil {
			return r.BotReport, err
		}
		r.addCosts(s, a)
	}
	c, err := newSearcher(ctx, seats, others)
	if err != nil {
		return r.BotReport, err
	}
	return r.finish(c), ctx.Err()
}

// A reporter makes a BotReport.
type reporter struct {
	BotReport
	opponents map[string]*Opponent
	versions  map[string]int // matches by ID
}

// add adds a match.
func (r *reporter) add(s Seat) {
	r.Matches++
	r.versions[s.id(s.Seat)]++
	lost := s.lost()
	if opponent := s.opponent(); opponent != "" {
		line := r.opponents[opponent]
		if line == nil {
			line = &Opponent{Bot: opponent}
			r.opponents[opponent] = line
		}
		line.Matches++
		line.Lost += lost
	}
	if rec := s.Record; rec.Footer != nil {
		if f := rec.Footer.Result.FaultOf(s.Seat); f != nil {
			r.fault(f.Kind, lost)
		}
	}
	r.Slow.add(s)
}

// addCosts adds what an analysis of the match says; nil for none.
func (r *reporter) addCosts(s Seat, known *analysis.Analysis) {
	switch {
	case known == nil:
		return
	case known.ValuesOnly:
		r.Unpriced = fmt.Sprintf("The judge of %s tells no costs of answers; the analysis of a match shows where its value falls.", r.Game)
		return
	}
	r.Analysed++
	for turn, cost := range CostsOf(known, s.Seat) {
		if cost.Sure == analysis.Unclear || !s.own(turn) {
			continue
		}
		a := Costly{Match: s.Match, Turn: turn, Seat: s.Seat, Opponent: s.opponent(), Answer: answerOf(&s.Record.Turns[turn-1], s.Seat), Cost: cost}
		a.Differs = Deviations(s.Game, a.Answer, cost.Best)
		r.Worst = append(r.Worst, a)
	}
}

// fault counts a fault that decided a match.
func (r *reporter) fault(kind referee.Kind, lost float64) {
	i := slices.IndexFunc(r.Faults, func(l FaultLoss) bool { return l.Kind == kind })
	if i < 0 {
		i = len(r.Faults)
		r.Faults = append(r.Faults, FaultLoss{Kind: kind})
	}
	r.Faults[i].Matches++
	r.Faults[i].Lost += lost
}

// finish sorts what was counted.
func (r *reporter) finish(c *searcher) BotReport {
	r.Versions, r.Opponents = []Version{}, []Opponent{}
	for id, matches := range r.versions {
		r.Versions = append(r.Versions, Version{id, matches})
	}
	slices.SortFunc(r.Versions, func(a, b Version) int {
		return cmp.Or(cmp.Compare(b.Matches, a.Matches), strings.Compare(a.Bot, b.Bot))
	})
	for _, line := range r.opponents {
		r.Opponents = append(r.Opponents, *line)
	}
	slices.SortFunc(r.Opponents, func(a, b Opponent) int {
		return cmp.Or(cmp.Compare(b.Lost, a.Lost), strings.Compare(a.Bot, b.Bot))
	})
	slices.SortStableFunc(r.Faults, func(a, b FaultLoss) int {
		return cmp.Or(cmp.Compare(b.Lost, a.Lost), cmp.Compare(b.Matches, a.Matches))
	})
	slices.SortFunc(r.Worst, func(a, b Costly) int {
		return cmp.Or(cmp.Compare(b.Cost.Regret, a.Cost.Regret), strings.Compare(a.Match, b.Match), cmp.Compare(a.Turn, b.Turn))
	})
	r.Worst = append([]Costly{}, r.Worst[:min(len(r.Worst), WorstAnswers)]...)
	r.Slow.rank()
	r.Causes, r.Lost = c.causes()
	r.Unexplained = c.unexplained(r.Causes)
	r.Sentence = r.sentence()
	return r.BotReport
}

// sentence returns BotReport.Sentence.
func (r *BotReport) sentence() string {
	in := plural.Count(r.Matches, "match")
	switch {
	case r.Matches == 0:
		return "There is no match of it to read."
	case r.Lost == 0 && len(r.Causes) > 0:
		return "What it could have had is not known, as nobody else has played these starts."
	case r.Lost == 0:
		return fmt.Sprintf("It lost nothing in %s.", in)
	}
	text := fmt.Sprintf("It lost %s in %s", size(r.Lost, r.Unit), in)
	if r.Unexplained >= r.Lost {
		return text + ". No fault or habit explains a part of that."
	}
	return fmt.Sprintf("%s, of which %.1f are explained below and %.1f are not.", text, r.Lost-r.Unexplained, r.Unexplained)
}

// opponent returns the IDs of the bots in the other seats.
func (s Seat) opponent() string {
	var ids []string
	for seat := range s.Record.Header.Seats {
		if seat != s.Seat {
			ids = append(ids, s.id(seat))
		}
	}
	return strings.Join(ids, " and ")
}

// id returns the ID of the bot in a seat of the match.
func (s Seat) id(seat int) string {
	bot := s.Record.Header.Seats[seat]
	return league.NewBot(s.Game.Info().Name, bot.Name, "", "", bot.Digest).ID
}

// lost returns the points that the seat lost: 1, 0.5 for a draw, or 0. A solo match
// and one without a result have none to lose.
func (s Seat) lost() float64 {
	f := s.Record.Footer
	if f == nil || len(f.Result.Ranks) < 2 {
		return 0
	}
	return 1 - judge.ResultOf(f.Result, s.Seat)
}

// answerOf returns the answer of a seat in a turn, "" for none.
func answerOf(t *replay.Turn, seat int) string {
	for _, a := range t.Answers {
		if a.Seat == seat {
			return strings.Join(a.Lines, "\n")
		}
	}
	return ""
}
