package dispatch_test

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/games/ctf"
	"arbiter/referee/games/domain"
	"arbiter/referee/games/flames"
	"arbiter/referee/games/keeper"
	"arbiter/referee/process"
	"arbiter/referee/refereetest"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// What two referees of the field reach, beside the C programs of the same run:
// brutaltester, its referee written in C, in matches of 100 turns; fastchess
// with engines that stay alive from game to game.
var brutaltester = map[int]float64{1: 0.17, 2: 0.32} // matches, of matchfloor's, by workers

const fastchess = 0.077 // moves, of pingpong's

// deals is how many deals a stretch goes through, again and again.
const deals = 100

// A stint is what a stretch of matches came to.
type stint struct {
	matches int
	lasted  time.Duration

	mu      sync.Mutex // of what the matches add
	answers int        // of bots that have started
	took    time.Duration
	cpu     time.Duration // of this process, all threads, meanwhile
	fault   *referee.Fault
}

// play plays a tournament of instant bots for a stretch, as arbiter run would:
// with the game's rules, replays, and results in the database of save; with
// neither replays nor database when save is nil.
func play(b *testing.B, g referee.Game, bot process.Spec, workers int, save saver) *stint {
	b.Helper()
	info := g.Info()
	e := dispatch.TournamentEntry{Game: g, Contenders: map[string]dispatch.Contender{}, Save: save}
	if save == nil {
		e.Save = forget
	}
	e.Definition = league.Tournament{ID: "bench", Game: info.Name, Seats: info.MinSeats, Format: league.RoundRobin, Games: league.MaxGames}
	for seed := range int64(deals) {
		e.Definition.Starts = append(e.Definition.Starts, league.Start{Seed: seed})
	}
	for seat := range info.MinSeats {
		c := dispatch.Contender{Bot: league.NewBot(info.Name, bot.Name, fmt.Sprint(seat), "", fmt.Sprint(seat)), Spec: bot}
		e.Contenders[c.Bot.ID] = c
		e.Definition.Bots = append(e.Definition.Bots, c.Bot.ID)
	}
	var s stint
	e.Observe = func(league.Report) { s.matches++ }
	src := dispatch.NewTournamentSource(e, map[string]league.Outcome{})
	pool := dispatch.Pool{
		Workers: workers, Affinity: dispatch.Shared, Discard: save == nil,
		Watch: func(_ dispatch.Work, m referee.Match) referee.Recorder { return &stopwatch{match: m, stint: &s} },
	}
	begun := time.Now()
	timer := time.AfterFunc(stretch, src.Stop)
	defer timer.Stop()
	if err := pool.Run(context.Background(), src); err != nil {
		b.Fatal(err)
	}
	s.lasted = time.Since(begun)
	if s.fault != nil {
		b.Fatal(s.fault)
	}
	return &s
}

// A stopwatch times a match from the turn in which all bots have answered once,
// and so have started, to the end of its last, before they are ended.
type stopwatch struct {
	match   referee.Match
	stint   *stint
	started referee.Seats
	answers int
	begun   time.Time
	cpu     time.Duration
}

// Turn implements referee.Recorder.
func (w *stopwatch) Turn(t *referee.Turn) error {
	switch w.started |= t.Asked; {
	case w.started.Len() < len(t.Replies):
	case w.begun.IsZero():
		w.cpu, w.begun = refereetest.OwnCPU(), time.Now()
	default:
		w.answers += t.Asked.Len()
	}
	if !w.match.Over() {
		return nil
	}
	took, cpu := time.Since(w.begun), refereetest.OwnCPU()-w.cpu
	w.stint.mu.Lock()
	defer w.stint.mu.Unlock()
	w.stint.answers += w.answers
	w.stint.took += took
	w.stint.cpu += cpu
	return nil
}

// End implements referee.Recorder.
func (w *stopwatch) End(r referee.Result, _ [][]byte) error {
	for _, fault := range r.Faults {
		if !fault.Forgiven { // such as a flag out of reach
			w.stint.mu.Lock()
			defer w.stint.mu.Unlock()
			w.stint.fault = &fault
			break
		}
	}
	return nil
}

// instant returns a bot that plays legal matches of the game at once.
func instant(b *testing.B, g referee.Game) process.Spec {
	b.Helper()
	name := g.Info().Name
	return process.Spec{Name: name, Command: []string{refereetest.Compile(b, "testdata/instant.c"), name}}
}

// BenchmarkMatches compares whole matches per second, bots started and ended,
// to matchfloor's with as many answers of a bot, and to brutaltester, which
// counts results and keeps nothing.
func BenchmarkMatches(b *testing.B) {
	for _, g := range []referee.Game{ctf.Game{}, domain.Game{}} {
		for workers := 1; workers <= 2; workers++ {
			name := fmt.Sprintf("%s/workers=%d", g.Info().Name, workers)
			b.Run(name, func(b *testing.B) { compareMatches(b, g, workers, nil) })
			b.Run(name+"/kept", func(b *testing.B) { compareMatches(b, g, workers, store(b, sqlite.Normal)) })
		}
	}
}

func compareMatches(b *testing.B, g referee.Game, workers int, save saver) {
	b.Helper()
	dir, bot := refereetest.Peers(b), instant(b, g)
	first := play(b, g, bot, workers, save)
	turns := math.Round(float64(first.answers)/float64(first.matches*g.Info().MinSeats)) + 1
	ratio := refereetest.Compare(b, "matches",
		func() float64 {
			s := play(b, g, bot, workers, save)
			return float64(s.matches) / s.lasted.Seconds()
		},
		func() float64 {
			return refereetest.Peer(b, filepath.Join(dir, "matchfloor"), fmt.Sprint(stretch.Seconds()), fmt.Sprint(workers), fmt.Sprint(turns), "1", filepath.Join(dir, "echo"))
		})
	b.ReportMetric(turns, "answers-of-a-bot")
	b.ReportMetric(ratio/brutaltester[workers], "of-brutaltester")
}

// BenchmarkAnswers compares answers per second of one worker to pingpong's and to
// fastchess, the bots' start and end left out. It reports the referee's own processor
// time for an answer, including the game, the replay and the database.
func BenchmarkAnswers(b *testing.B) {
	dir := refereetest.Peers(b)
	echo := process.Spec{Name: "echo", Command: []string{filepath.Join(dir, "echo")}}
	for _, g := range []referee.Game{refereetest.NewNull(), domain.Game{}, ctf.Game{}, flames.Game{}, keeper.Game{}} {
		name, bot := "null", echo
		if _, isNull := g.(refereetest.Null); !isNull {
			name, bot = g.Info().Name, instant(b, g)
		}
		b.Run(name, func(b *testing.B) {
			save := store(b, sqlite.Normal)
			var cpu []float64 // microseconds an answer
			ratio := refereetest.Compare(b, "answers",
				func() float64 {
					s := play(b, g, bot, 1, save)
					cpu = append(cpu, float64(s.cpu.Microseconds())/float64(s.answers))
					return float64(s.answers) / s.took.Seconds()
				},
				func() float64 {
					return refereetest.Peer(b, filepath.Join(dir, "pingpong"), fmt.Sprint(stretch.Seconds()), "1", "16", echo.Command[0])
				})
			b.ReportMetric(ratio/fastchess, "of-fastchess")
			b.ReportMetric(refereetest.Quantile(cpu, 0.5), "us-CPU/answer")
		})
	}
}
