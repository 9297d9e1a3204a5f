package league

import (
	"iter"
	"slices"
	"strings"
	"time"

	"arbiter/server/league/rating"
)

// An Experiment is a rule that says, from all that has been seen, which matches
// it wants next and when it has seen enough. A check is one. Its methods are
// functions of the evidence alone: the same evidence gives the same answers, in
// whatever order it came, so that a process that resumes goes on as the one before
// would have. They may keep what they have computed of evidence that only grows.
type Experiment interface {
	// Cells returns what is played in a round, counted from 1; none when the
	// experiment has no such round. It may look at the rounds before it only, which
	// are complete, and is not asked again once it has chosen.
	Cells(round int, seen *Evidence) []Cell
	// Enough reports whether nothing more has to be played. It is asked after each
	// match, and may look at rounds that are not complete.
	Enough(seen *Evidence) bool
	// Summary returns where the experiment stands.
	Summary(seen *Evidence) Summary
	// Waits reports whether the matches that the machine could not play are put off and
	// waited for; otherwise they are left out at once. One with several rounds must
	// not wait: the next round would begin with nothing to play meanwhile.
	Waits() bool
}

// A Summary says in short where an experiment stands.
type Summary struct {
	Sentence string // one line
	Enough   bool   // it is over
}

// A Cell is two bots that meet in a round on some starts: twice on each, with the
// seats swapped or, in a solo game, each alone. In matches of more than two seats A has each
// seat once, and B all others unless there is More.
type Cell struct {
	A     string `json:"a"` // bot IDs
	B     string `json:"b"`
	Pairs int    `json:"pairs"` // starts
	// Common gives the cell the same starts as all cells of the round that have it
	// set. The others have starts of their own: of two similar bots that play each
	// start alike, the second would only repeat the games of the first.
	Common bool `json:"common,omitempty"`
	// More are the bots of the other seats, where the bots of a match are not A and B alone.
	// The group of A, B and these then plays once in each cyclic seating.
	More []string `json:"more,omitempty"`
}

// Bots returns the bots of the cell. One that has several seats is there as often.
func (c Cell) Bots() []string { return slices.Concat([]string{c.A, c.B}, c.More) }

// periodic reports whether the group has fewer different seatings than seats.
func (c Cell) periodic() bool {
	group := c.Bots()
	for first := 1; first < len(group); first++ {
		if slices.Equal(group, slices.Concat(group[first:], group[:first])) {
			return true
		}
	}
	return false
}

// Equal reports whether two cells are the same.
func (c Cell) Equal(o Cell) bool {
	return c.Pairs == o.Pairs && c.Common == o.Common && slices.Equal(c.Bots(), o.Bots())
}

// A Change is a bot that enters, takes another one's place or leaves while the
// experiment runs.
type Change struct {
	Round int    // from which it counts
	Bot   string // that plays from then on; "" when one leaves
	Left  string // that does not play any more; "" when one enters
}

// Evidence is what has been seen of a tournament that an Experiment chooses: the
// matches by round, cell and trial, the starts that were left out, and the bots
// that came and went. It only grows. It is not safe for concurrent use; the
// pairings that Round has returned are.
type Evidence struct {
	tournament Tournament
	rounds     []dealtRound
	played     map[matchKey]Match
	leftOut    map[place]bool
	putOff     map[place]bool
	changes    []Change
}

// NewEvidence returns the evidence of a tournament of which nothing has been seen.
// Its starts are dealt from one counter, round after round; after the last start
// the first one follows again, as the next repetition.
func NewEvidence(t Tournament) *Evidence {
	return &Evidence{tournament: t, played: map[matchKey]Match{}, leftOut: map[place]bool{}, putOff: map[place]bool{}}
}

// Extend replaces the tournament by a longer definition of it with the same starts, such as
// more bots or more rounds of a series. What has been seen stays.
func (e *Evidence) Extend(t Tournament) { e.tournament = t }

// A dealtRound is a round that has been chosen.
type dealtRound struct {
	cells   []Cell
	first   []int // number of each cell's first start
	longest int   // pairs of the largest cell
	next    int   // start at which the next round begins
	settled int   // starts, from the first on, on which every cell is settled
}

// matchKey and place are what makes a match, and a start, the same.
type matchKey struct {
	seats      [2]string // the second is "" in a solo game; of more than two seats the first has all
	place      place
	repetition int
}

type place struct {
	seed     int64
	position string
}

func placeOf(s Start) place { return place{s.Seed, s.Position} }

func keyOf(p Pairing) matchKey {
	g := matchKey{place: placeOf(p.Start), repetition: p.Repetition}
	copy(g.seats[:], p.Seats)
	if len(p.Seats) > 2 {
		g.seats = [2]string{strings.Join(p.Seats, "\x00")}
	}
	return g
}

// Add adds a match. It ignores a match that the experiment has not asked for.
func (e *Evidence) Add(m Match) { e.played[keyOf(m.Pairing())] = m }

// LeaveOut notes that the machine could not play a match on a start. Trials on it that lack a
// match do not count.
func (e *Evidence) LeaveOut(s Start) { e.leftOut[placeOf(s)] = true }

// PutOff notes that a match on a start was put off. Call it before Add of the match.
func (e *Evidence) PutOff(s Start) { e.putOff[placeOf(s)] = true }

// Change adds a change. Its round must not have been chosen yet: it is Next or a later one.
func (e *Evidence) Change(c Change) { e.changes = append(e.changes, c) }

// Cells returns the cells of a chosen round.
func (e *Evidence) Cells(round int) []Cell { return slices.Clone(e.rounds[round-1].cells) }

// Next returns the number of the first round that has not been chosen.
func (e *Evidence) Next() int { return len(e.rounds) + 1 }

// Bots returns the bots that play in a round, in the order in which they came. A bot that takes
// another's place comes last.
func (e *Evidence) Bots(round int) []string {
	bots := slices.Clone(e.tournament.Bots)
	for _, c := range e.changes {
		if c.Round > round {
			continue
		}
		if i := slices.Index(bots, c.Left); i >= 0 {
			bots = slices.Delete(bots, i, i+1)
		}
		if c.Bot != "" {
			bots = append(bots, c.Bot)
		}
	}
	return bots
}

// A Trial is what has been seen of a cell on one of its starts.
type Trial struct {
	Start  Start
	First  Match   // A in the first seat or alone
	Second Match   // B in the first seat or alone
	More   []Match // of more than two seats, in which A has the third seat, and so on
	Known  int     // how many of these matches have been played
	Void   bool    // the start is left out, and what is missing is not waited for
	PutOff bool    // a match on the start was put off, and may have been played since
	needed int     // matches
}

// Settled reports whether the trial lacks no match, or is left out.
func (t Trial) Settled() bool { return t.Void || t.Complete() }

// Complete reports whether the trial lacks no match.
func (t Trial) Complete() bool { return t.Known == t.needed }

// Trial returns a trial of a chosen round. cell and number are indexes from 0: of the cell, and
// of the start among those of the cell.
func (e *Evidence) Trial(round, cell, number int) Trial {
	r := e.rounds[round-1]
	pairings := e.pairings(round, r.cells[cell], r.first[cell]+number)
	start := pairings[0].Start
	t := Trial{Start: start, PutOff: e.putOff[placeOf(start)], needed: len(pairings), More: make([]Match, len(pairings)-2)}
	for i, p := range pairings {
		m, ok := e.played[keyOf(p)]
		if !ok {
			continue
		}
		t.Known++
		switch i {
		case 0:
			t.First = m
		case 1:
			t.Second = m
		default:
			t.More[i-2] = m
		}
	}
	t.Void = t.Known < t.needed && e.leftOut[placeOf(t.Start)]
	return t
}

// Matches returns the matches of a trial. All of them must be known.
func (t Trial) Matches() []Match { return append([]Match{t.First, t.Second}, t.More...) }

// Scores returns the results of A against each other seat in its matches, of two seats or more.
// All of them must be known.
func (t Trial) Scores() (scores []rating.Score) {
	for own, m := range t.Matches() {
		for other := range m.Seats {
			if other != own {
				scores = append(scores, m.Outcome.Between(own, other))
			}
		}
	}
	return scores
}

// pairings returns the pairings of a cell on a start that is dealt: two, or as many as there
// are seats.
func (e *Evidence) pairings(round int, c Cell, start int) []Pairing {
	n := len(e.tournament.Starts)
	seats := e.tournament.TrialMatches()
	group := c.Bots()
	for len(group) < seats {
		group = append(group, c.B)
	}
	all := make([]Pairing, seats)
	for first := range all { // the seat of A
		p := Pairing{Round: round, Start: e.tournament.Starts[start%n], Repetition: start / n}
		if e.tournament.Solo() {
			p.Seats = []string{group[first]}
		} else {
			p.Seats = slices.Concat(group[seats-first:], group[:seats-first])
		}
		all[first] = p
	}
	return all
}

// Round returns the pairings of a round in playing order, start by start and cell by cell. ok
// is false if the experiment has no such round, or if the round before is not complete.
func (e *Evidence) Round(x Experiment, round int) (pairings iter.Seq[Pairing], ok bool) {
	if round == e.Next() {
		e.choose(x, round)
	}
	if round >= e.Next() {
		return nil, false
	}
	r := e.rounds[round-1]
	return func(yield func(Pairing) bool) {
		for number := range r.longest {
			for i, c := range r.cells {
				if number >= c.Pairs {
					continue
				}
				for _, p := range e.pairings(round, c, r.first[i]+number) {
					if !yield(p) {
						return
					}
				}
			}
		}
	}, true
}

// choose lets the experiment choose a round, if it may.
func (e *Evidence) choose(x Experiment, round int) {
	start := 0
	if round > 1 {
		if !e.Complete(round - 1) {
			return
		}
		start = e.rounds[round-2].next
	}
	cells := x.Cells(round, e)
	if len(cells) == 0 {
		return
	}
	r := dealtRound{cells: cells, next: start}
	for _, c := range cells {
		if c.Common {
			r.next = max(r.next, start+c.Pairs)
		}
		r.longest = max(r.longest, c.Pairs)
	}
	for _, c := range cells {
		first := start
		if !c.Common {
			first = r.next
			r.next += c.Pairs
		}
		r.first = append(r.first, first)
	}
	e.rounds = append(e.rounds, r)
}

// Complete reports whether a round that has been chosen is complete: each of its trials is
// known or left out.
func (e *Evidence) Complete(round int) bool {
	r := &e.rounds[round-1]
	for ; r.settled < r.longest; r.settled++ {
		for i, c := range r.cells {
			if r.settled < c.Pairs && !e.Trial(round, i, r.settled).Settled() {
				return false
			}
		}
	}
	return true
}

// Findings are what an experiment that chooses a Series has come to so far: which commit
// made a bot weaker, or how strong a bot was after each of its commits. They are kept
// with the tournament for its page; nothing that is played depends on them.
type Findings struct {
	Tournament string
	Kind       FindingsKind
	Path       string // of the bot in its repository
	Sentence   string // what they come to
	Document   []byte // what the command prints with --json; in a list, nil
	ChangedAt  time.Time
}

// A FindingsKind says which command found something.
type FindingsKind string

// The kinds.
const (
	OfBisect  FindingsKind = "bisect"  // the document is bisect.Findings
	OfHistory FindingsKind = "history" // the document is history.Findings
)
