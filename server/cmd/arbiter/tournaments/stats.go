package tournaments

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"arbiter/referee"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
)

// Stats is the verb stats.
type Stats struct {
	Elo  statsEloCmd  `cmd:"" help:"Print the Elo difference with its error, normalized Elo, and the likelihood of superiority."`
	SPRT statsSPRTCmd `cmd:"" name:"sprt" help:"Print the statistics of stats elo and the state of a sequential test (SPRT)."`
	Plan statsPlanCmd `cmd:"" help:"Print how many pairs, or solo starts, a check is going to take."`
}

// countFlags are the results between two bots, from the first one's view.
type countFlags struct {
	WDL   string `name:"wdl" help:"Wins, draws and losses of single games." placeholder:"W,D,L" xor:"counts"`
	Penta string `help:"Pairs of games with swapped seats, by the points of the pair: 0, 1/2, 1, 3/2, 2. DD counts every pair of one point." placeholder:"LL,LD,DD,WD,WW" xor:"counts"`
	JSON  bool   `help:"Print the statistics as one JSON object."`
}

type statsEloCmd struct{ countFlags }

type statsSPRTCmd struct {
	countFlags
	sprtFlags
}

// Run prints the statistics of the counts.
func (c statsEloCmd) Run(s output.Streams) error { return c.write(s.Out, nil) }

// Run prints the statistics of the counts, and of the test.
func (c statsSPRTCmd) Run(s output.Streams) error {
	t, err := c.sprt()
	if err != nil {
		return err
	}
	return c.write(s.Out, &t)
}

// write writes the statistics, with those of a test unless t is nil.
func (f countFlags) write(w io.Writer, t *rating.SPRT) error {
	var stats statistics
	var err error
	switch {
	case f.Penta != "":
		stats, err = f.pairs(t)
	case f.WDL != "":
		stats, err = f.games(t)
	default:
		err = errors.New("no counts; want --wdl W,D,L or --penta LL,LD,DD,WD,WW")
	}
	if err != nil {
		return league.UsageError{Err: err}
	}
	if f.JSON {
		return json.NewEncoder(w).Encode(stats)
	}
	return stats.print(w)
}

func (f countFlags) games(t *rating.SPRT) (statistics, error) {
	n, err := parseCounts("--wdl", f.WDL, 3)
	if err != nil {
		return statistics{}, err
	}
	games := rating.Games{Wins: n[0], Draws: n[1], Losses: n[2]}
	if err := games.Check(); err != nil {
		return statistics{}, err
	}
	if t == nil {
		return newStatistics(games.Estimate(), nil), nil
	}
	test, err := t.Games(games)
	return newStatistics(games.Estimate(), &test), err
}

func (f countFlags) pairs(t *rating.SPRT) (statistics, error) {
	n, err := parseCounts("--penta", f.Penta, 5)
	if err != nil {
		return statistics{}, err
	}
	pairs := rating.Pairs{LL: n[0], LD: n[1], DD: n[2], WD: n[3], WW: n[4]}
	if err := pairs.Check(); err != nil {
		return statistics{}, err
	}
	if t == nil {
		return newStatistics(pairs.Estimate(), nil), nil
	}
	test, err := t.Pairs(pairs)
	return newStatistics(pairs.Estimate(), &test), err
}

// parseCounts parses exactly n integers separated by commas.
func parseCounts(flag, text string, n int) ([]int, error) {
	fields := strings.Split(text, ",")
	if len(fields) != n {
		return nil, fmt.Errorf("%s %s: found %d numbers; want %d, separated by commas", flag, text, len(fields), n)
	}
	counts := make([]int, n)
	for i, field := range fields {
		count, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || count < 0 {
			return nil, fmt.Errorf("%s %s: found %q; want whole numbers from 0 on", flag, text, field)
		}
		counts[i] = count
	}
	return counts, nil
}

// statsPlanCmd answers what check prints before its first match.
type statsPlanCmd struct {
	questionFlags
	Solo  bool    `help:"Plan a check of a solo game, which counts starts instead of pairs."`
	Draws float64 `help:"Share of draws between equal bots, 0 to 1; without draws a check takes longest." default:"0"`
	JSON  bool    `help:"Print the question and the forecasts as one JSON object."`
}

// A plan is the output of stats plan --json.
type plan struct {
	Question  league.Question   `json:"question"`
	Unit      rating.Unit       `json:"unit"`
	Forecasts []rating.Forecast `json:"forecasts"`
}

// Run prints the forecasts.
func (c statsPlanCmd) Run(s output.Streams) error {
	info := referee.Info{MinSeats: 2, MaxSeats: 2}
	if c.Solo {
		info = referee.Info{MinSeats: 1, MaxSeats: 1}
	}
	asked := c.asked()
	asked.By = league.ByWins
	q, err := asked.Question(info)
	if err != nil {
		return flags.Flagged(err)
	}
	unit := rating.UnitOf(info.Solo())
	forecasts, err := q.Plan(unit, c.Draws)
	if err != nil {
		return flags.Flagged(err)
	}
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(plan{q, unit, forecasts})
	}
	_, err = fmt.Fprint(s.Out, check.ForecastText(q, forecasts, unit))
	return err
}
