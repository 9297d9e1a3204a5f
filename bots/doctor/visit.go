package doctor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"arbiter/referee"
	"arbiter/referee/process"
)

// A sitting says how one match is played with the bot.
type sitting struct {
	name  string // for findings, such as "seed 1, seat 0"
	setup referee.Setup
	seat  int                                 // of the bot
	turns int                                 // after which it is enough; 0 means the whole match
	env   []string                            // instead of the variables of the same names
	dir   string                              // instead of the bot's folder
	wrap  func(referee.Player) referee.Player // around the bot; may be nil
	rival referee.Player                      // in the other seat; nil means the opponent
}

// A visit is what was seen of a sitting.
type visit struct {
	name      string
	exchanges []exchange // the bot's, in order
	faults    []referee.Fault
	late      []byte // stderr after the last answer
}

// An exchange is one input and what came back.
type exchange struct {
	turn   int
	input  string
	answer string
	reply  referee.Reply // without its slices
	said   int           // bytes of stderr
}

// seedVariable is what dispatch.SeedVariable is to bots of a match; the doctor
// plays its own and knows nothing of tournaments.
const seedVariable = "ARBITER_BOT_SEED"

// errEnough ends a match whose rest nobody needs.
var errEnough = errors.New("enough turns")

// sitDown plays a match with the bot as a process at a process.Table.
func (x *examination) sitDown(ctx context.Context, s sitting) (visit, error) {
	var table process.Table
	spec := x.Bot
	// A match tells each bot a number to draw from; here it is one for all.
	spec.Env = override(append(spec.Env[:len(spec.Env):len(spec.Env)], seedVariable+"=1"), s.env)
	if s.dir != "" {
		spec.Dir = s.dir
	}
	bot, err := table.Start(spec)
	if err != nil {
		return visit{}, err
	}
	var player referee.Player = bot
	if s.wrap != nil {
		player = s.wrap(bot)
	}
	return x.playWith(ctx, s, player, &table)
}

// playWith plays a match with the given player in the bot's seat, and closes
// it.
func (x *examination) playWith(ctx context.Context, s sitting, bot referee.Player, table *process.Table) (visit, error) {
	v := visit{name: s.name}
	players := []referee.Player{bot}
	seats := x.Game.Info().MinSeats
	abandon := func(err error) (visit, error) {
		for _, p := range players {
			_, closeErr := p.Close()
			err = errors.Join(err, closeErr)
		}
		return v, err
	}
	m, err := x.Game.New(s.setup, seats)
	if err != nil {
		return abandon(fmt.Errorf("%s: %w", s.name, err))
	}
	for len(players) < seats {
		rival := s.rival
		if rival == nil {
			if rival, err = table.Start(x.Opponent); err != nil {
				return abandon(fmt.Errorf("the opponent: %w", err))
			}
		}
		players = append(players, rival)
	}
	players[0], players[s.seat] = players[s.seat], players[0]
	watch := &watcher{visit: &v, seat: s.seat, most: s.turns}
	result, err := referee.Play(ctx, m, players, referee.Options{Limits: x.patience(), Recorder: watch})
	if errors.Is(err, errEnough) {
		result, err = m.Result(), nil
	}
	for _, f := range result.Faults {
		if f.Seat == s.seat {
			v.faults = append(v.faults, f)
		}
	}
	return v, err
}

// A watcher notes a visit.
type watcher struct {
	visit *visit
	seat  int
	most  int // turns; 0 means any number
}

// Turn implements referee.Recorder.
func (w *watcher) Turn(t *referee.Turn) error {
	if t.Asked.Has(w.seat) {
		r := t.Replies[w.seat]
		e := exchange{
			turn: t.Number, input: string(t.Inputs[w.seat]), answer: strings.Join(r.Lines, "\n"),
			said: len(r.Late) + len(r.Stderr), reply: r,
		}
		e.reply.Lines, e.reply.Late, e.reply.Stderr = nil, nil, nil
		w.visit.exchanges = append(w.visit.exchanges, e)
	}
	if w.most > 0 && t.Number >= w.most {
		return errEnough
	}
	return nil
}

// End implements referee.Recorder.
func (w *watcher) End(_ referee.Result, late [][]byte) error {
	w.visit.late = slices.Clone(late[w.seat])
	return nil
}

// at returns the last exchange up to a turn: the one that a fault of this turn
// is about.
func (v *visit) at(turn int) exchange {
	var found exchange
	for _, e := range v.exchanges {
		if e.turn <= turn {
			found = e
		}
	}
	return found
}

// override returns the environment with some variables replaced.
func override(env, by []string) []string {
	kept := slices.DeleteFunc(slices.Clone(env), func(assignment string) bool {
		name, _, _ := strings.Cut(assignment, "=")
		return slices.ContainsFunc(by, func(b string) bool { return strings.HasPrefix(b, name+"=") })
	})
	return append(kept, by...)
}

// shownLines is how much of an input a finding shows.
const shownLines = 8

// lastLines returns the end of a text, as much of it as a person reads.
func lastLines(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if cut := len(lines) - shownLines; cut > 0 {
		lines = append([]string{fmt.Sprintf("... %d lines before", cut)}, lines[cut:]...)
	}
	for i := range lines {
		lines[i] = referee.Quote(lines[i])
	}
	return strings.Join(lines, "\n")
}
