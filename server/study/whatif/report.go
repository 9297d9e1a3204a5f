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
	// Unexplained is the part of it that no fault, habit or mistake of Causes accounts for.
	Unexplained float64 `json:"unexplained"`
	// Analysed is how many of them have answers with a known cost.
	Analysed int `json:"analysed"`
	// Examined is the share of the answers in those that have a known cost.
	Examined float64 `json:"examined"`
	// Unpriced says why other matches that were analysed have no such answers; "" where all have.
	Unpriced  string      `json:"unpriced,omitempty"`
	Unit      string      `json:"unit"`      // of sizes and costs; see analysis.Unit
	Opponents []Opponent  `json:"opponents"` // by falling points lost; empty in solo games
	Faults    []FaultLoss `json:"faults"`    // by falling points lost
	// Phases are the thirds of the matches: opening, middle and end. Situations are
	// the kinds that the game names; a turn can be of several.
	Phases     []Share  `json:"phases"`
	Situations []Share  `json:"situations"` // by falling cost
	Worst      []Costly `json:"worst"`      // the most costly answers, at most WorstAnswers
	Slow       Slowness `json:"slow"`       // not counted above: what was slow is not what was wrong
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
	Share   Share   `json:"answers"`
}

// A FaultLoss is what a bot lost by faults of one kind.
type FaultLoss struct {
	Kind    referee.Kind `json:"kind"`
	Matches int          `json:"matches"`
	Lost    float64      `json:"lost"`
}

// A Share sums up the costs of the answers of one kind.
type Share struct {
	Name    string  `json:"name,omitempty"`
	Answers int     `json:"answers"` // with a known cost
	Costly  int     `json:"costly"`  // of those, the ones that are marked as mistakes
	Cost    float64 `json:"cost"`    // their regrets together
}

// A Costly is an answer with what it cost.
type Costly struct {
	Match      string   `json:"match"`
	Turn       int      `json:"turn"`
	Seat       int      `json:"seat"`
	Opponent   string   `json:"opponent,omitempty"`
	Phase      string   `json:"phase"`
	Situations []string `json:"situations"`
	Answer     string   `json:"answer"`
	Cost       Cost     `json:"cost"`
	// Differs has the parts in which the judge's answer differs; none where the game
	// cannot tell.
	Differs []Deviation `json:"differs"`
}

// WorstAnswers is how many answers a report names.
const WorstAnswers = 20

// phases are the names of the thirds of a match.
var phases = [3]string{"opening", "middle", "end"}

// phase returns the third of a match that a turn is in.
func phase(turn, turns int) int { return min(2, 3*(turn-1)/max(1, turns)) }

// MakeReport reports on the seats of a bot, which others are compared with: seats of
// matches without it, which may be none. Without analyses, which may be nil, it has no
// phases, situations and worst answers.
func MakeReport(ctx context.Context, bot string, seats, others []Seat, known Analyses) (BotReport, error) {
	r := &reporter{BotReport: BotReport{Bot: bot, Faults: []FaultLoss{}}, opponents: map[string]*Opponent{}, versions: map[string]int{}, situations: map[string]*Share{}}
	for i := range phases {
		r.phases[i].Name = phases[i]
	}
	all := make([]*analysis.Analysis, len(seats))
	for i, s := range seats {
		r.Game, r.Unit = s.Game.Info().Name, analysis.Unit(s.Game.Info())
		if known != nil {
			var err error
			if all[i], err = known(ctx, s); err != nil {
				return r.BotReport, err
			}
		}
		if err := r.add(s, all[i]); err != nil {
			return r.BotReport, err
		}
	}
	c, err := newSearcher(ctx, seats, others, all)
	if err != nil {
		return r.BotReport, err
	}
	return r.finish(c), ctx.Err()
}

// A reporter makes a BotReport.
type reporter struct {
	BotReport
	opponents  map[string]*Opponent
	versions   map[string]int // matches by ID
	phases     [3]Share
	situations map[string]*Share
	marked     []marked
	answers    int // in analysed matches
	examined   int // of these
	begun      int // analysed matches in which no answer of the bot has a cost
	valued     int // of these, those whose judge tells no costs
}

// add adds a match, with what is known of it.
func (r *reporter) add(s Seat, known *analysis.Analysis) error {
	r.Matches++
	r.versions[s.id(s.Seat)]++
	opponent := s.opponent()
	lost := s.lost()
	if opponent != "" {
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
	costs := CostsOf(known, s.Seat)
	if len(costs) > 0 {
		r.Analysed++
		return r.addCosts(s, opponent, costs)
	}
	if known != nil && slices.ContainsFunc(known.Turns, func(t analysis.Turn) bool { return t.Seat == s.Seat }) {
		r.begun++
		r.valued += truth(known.ValuesOnly())
	}
	return nil
}

// unpriced returns BotReport.Unpriced.
func (r *reporter) unpriced() string {
	switch {
	case r.valued > 0:
		return fmt.Sprintf("The judge of %s tells no costs of answers; the analysis of a match shows where its value falls.", r.Game)
	case r.begun > 0:
		return fmt.Sprintf("In %s the analysis ended before an answer of the bot had a cost; a longer one tells more.", plural.Count(r.begun, "more match"))
	}
	return ""
}

// addCosts counts the answers of a match whose costs are known.
func (r *reporter) addCosts(s Seat, opponent string, costs map[int]Cost) error {
	turns := len(s.Record.Turns)
	asked := 0 // answers of the seat so far
	for p, err := range replay.Positions(s.Record, s.Game) {
		if err != nil {
			return err
		}
		if !s.own(p.Turn.Number) || !p.Match.Asked().Has(s.Seat) {
			continue
		}
		asked++
		r.answers++
		cost, ok := costs[p.Turn.Number]
		if !ok {
			continue
		}
		r.examined++
		in := phase(p.Turn.Number, turns)
		kinds := []string{}
		if m, ok := p.Match.(referee.Situator); ok {
			kinds = append(kinds, m.Situations(s.Seat)...)
		}
		r.phases[in].count(cost)
		if line := r.opponents[opponent]; line != nil {
			line.Share.count(cost)
		}
		for _, kind := range kinds {
			if r.situations[kind] == nil {
				r.situations[kind] = &Share{Name: kind}
			}
			r.situations[kind].count(cost)
		}
		if cost.Regret > 0 && cost.Mark.Costly() {
			a := Costly{
				Match: s.Match, Turn: p.Turn.Number, Seat: s.Seat, Opponent: opponent, Phase: phases[in], Situations: kinds,
				Answer: answerOf(p.Turn, s.Seat), Cost: cost,
			}
			a.Differs = Deviations(s.Game, a.Answer, cost.Best)
			r.Worst = append(r.Worst, a)
			r.marked = append(r.marked, marked{a, asked})
		}
	}
	return nil
}

// count counts an answer. An answer better than the judge's takes its gain off. Otherwise
// half of the answers that cost nothing would seem to cost something.
func (s *Share) count(c Cost) {
	s.Answers++
	s.Cost += c.Regret
	if c.Mark.Costly() {
		s.Costly++
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
	r.Versions, r.Opponents, r.Situations = []Version{}, []Opponent{}, []Share{}
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
	r.Phases = r.phases[:]
	for _, share := range r.situations {
		r.Situations = append(r.Situations, *share)
	}
	slices.SortFunc(r.Situations, func(a, b Share) int { return cmp.Or(cmp.Compare(b.Cost, a.Cost), strings.Compare(a.Name, b.Name)) })
	slices.SortStableFunc(r.Worst, func(a, b Costly) int { return cmp.Compare(b.Cost.Regret, a.Cost.Regret) })
	r.Worst = append([]Costly{}, r.Worst[:min(len(r.Worst), WorstAnswers)]...)
	r.Slow.rank()
	if r.answers > 0 {
		r.Examined = float64(r.examined) / float64(r.answers)
	}
	r.Unpriced = r.unpriced()
	r.Causes = c.causes(r)
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
		return text + ". No fault, habit or kind of mistake explains a part of that."
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
