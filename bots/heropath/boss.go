package heropath

import (
	"fmt"
	"io"
	"net/url"
	"os"
	"time"

	"arbiter/bots/option"
	"arbiter/referee"
	rules "arbiter/referee/games/heropath"
)

const (
	// wallPercent is what Boss takes of the limit of an answer. The rest is for a
	// machine that has other things to do.
	wallPercent = 85
	// cpuPercent is what it takes on the CPU clock, which others do not move.
	cpuPercent = 94
	// thinkingTime is the most that it takes of the 10 s of the statement.
	thinkingTime = 10 * time.Second * cpuPercent / 100
)

// thinking returns the time for an answer.
func thinking(l referee.TimeLimits) time.Duration {
	if l.Clock == referee.CPUClock {
		return l.First * cpuPercent / 100
	}
	return l.First * wallPercent / 100
}

// Boss plans the whole game: see Plan. The option nodes is its budget: then the
// answer depends on the test and the options alone. Without it the clock is the budget, and the option time says how long,
// 85 % of the limit when it is not given, 94 % on the CPU clock. The option seed, 1 when it is not given, decides
// what is drawn. The option level makes it a weaker player.
//
// The option answers names a file for long times: Boss goes on from the answer
// that it holds, if it does, and writes every better one to it.
func Boss(in io.Reader, out io.Writer, options url.Values) error {
	parameters := DefaultParameters()
	strength, err := option.ReadStrength(options, parameters.List(), rules.Game{}.Info().Limits())
	if err != nil {
		return err
	}
	budget := Budget{Time: thinking(strength.Limits), Clock: strength.Limits.Clock}
	if budget.Time, err = option.Duration(options, "time", budget.Time); err != nil {
		return err
	}
	if strength.Nodes > 0 {
		budget = Budget{Nodes: int64(strength.Nodes)}
	}
	var failed error
	err = connect(in, out).play(func(w *rules.World) []rules.Action {
		if strength.Level > 0 {
			return levels[strength.Level-1].plan(w, strength.Seed, parameters)
		}
		start := w.Start()
		p := newPlanning(&start, budget, strength.Seed, parameters)
		if name := options.Get("answers"); name != "" {
			p.first, failed = readAnswer(name, w)
			p.better = func(moves []rules.Action) { failed = writeAnswer(name, moves) }
		}
		if failed != nil {
			return nil
		}
		return p.run()
	})
	if failed != nil {
		return failed
	}
	return err
}

// readAnswer returns the moves of an answer to the test, or none when there is
// no such file.
func readAnswer(name string, w *rules.World) ([]rules.Action, error) {
	text, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("option answers: %w", err)
	}
	if v := rules.Judge(w, text); !v.Valid {
		return nil, fmt.Errorf("option answers: %s is no valid answer to this test: %s", name, v.Why)
	}
	answer, wrong := rules.ParseAnswer(text)
	if wrong != nil {
		return nil, fmt.Errorf("option answers: %s: %w", name, wrong)
	}
	return answer.Moves, nil
}

// writeAnswer replaces the file, so that it holds a whole answer at any time.
func writeAnswer(name string, moves []rules.Action) error {
	if err := os.WriteFile(name+".new", append(rules.AppendAnswer(nil, moves), '\n'), 0o666); err != nil {
		return fmt.Errorf("option answers: %w", err)
	}
	if err := os.Rename(name+".new", name); err != nil {
		return fmt.Errorf("option answers: %w", err)
	}
	return nil
}
