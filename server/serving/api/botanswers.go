package api

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee/replay"
	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
)

// timeBounds returns the upper bounds of a histogram's bars: three to a power of
// ten, as on a logarithmic scale. One more bar holds everything slower.
func timeBounds() []time.Duration {
	const us, ms = time.Microsecond, time.Millisecond
	return []time.Duration{
		100 * us, 200 * us, 500 * us, ms, 2 * ms, 5 * ms, 10 * ms, 20 * ms, 50 * ms,
		100 * ms, 200 * ms, 500 * ms, time.Second, 2 * time.Second, 5 * time.Second,
	}
}

// timeBar is a bar of a histogram of answer times.
type timeBar struct {
	UpToMS *float64 `json:"up_to_ms" doc:"Upper bound, inclusive; the bar begins after the previous bound. null: no upper bound."`
	First  int      `json:"first" doc:"Number of first answers of a match, which have a time limit of their own."`
	Later  int      `json:"later" doc:"Number of later answers."`
}

// metricPoint summarizes the values of a metric in one turn of several matches.
type metricPoint struct {
	Turn    int     `json:"turn"`
	Matches int     `json:"matches" doc:"Number of matches that reported the metric in that turn."`
	Mean    float64 `json:"mean"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
}

type metricTurns struct {
	Name  string        `json:"name"`
	Turns []metricPoint `json:"turns"`
}

type answersOut struct {
	Body struct {
		Matches int           `json:"matches" doc:"Number of replays read."`
		Times   []timeBar     `json:"times" doc:"From the first non-empty bar to the last."`
		Metrics []metricTurns `json:"metrics" doc:"By name, from stderr lines such as @metric depth 7."`
	}
}

func (s *Server) botAnswers() {
	transport.Route(s.router, transport.ScopeRead, s.router.Expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/bots/{game}/{id}/answers", OperationID: "get-bot-answers", Tags: []string{"bots"},
		Summary: "Get a bot's answer times and its metrics by turn", Description: "Computed from the replays of its latest matches.",
	}), s.getBotAnswers)
}

func (s *Server) getBotAnswers(ctx context.Context, in *struct {
	BotPath
	Matches int `query:"matches" minimum:"1" maximum:"100" default:"30" doc:"Number of latest matches to read; those without a replay are skipped."`
}) (*answersOut, error) {
	if _, err := s.Store.KnownBot(ctx, in.Game, in.ID); err != nil {
		return nil, err
	}
	sum := answerSum{bars: make([]timeBar, len(timeBounds())+1), metrics: map[string]map[int]*metricPoint{}}
	out := &answersOut{}
	err := s.eachReplay(ctx, league.Query{Game: in.Game, Bot: in.ID, Limit: in.Matches}, func(m league.Report, rec *replay.Record) {
		out.Body.Matches++
		for seat, bot := range m.Pairing.Seats {
			if bot == in.ID {
				sum.add(rec, seat)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	out.Body.Times, out.Body.Metrics = sum.times(), sum.turns()
	return out, nil
}

// eachReplay calls do with the matches of a query, one after the other. Those
// whose replays were deleted are left out.
func (s *Server) eachReplay(ctx context.Context, q league.Query, do func(m league.Report, rec *replay.Record)) error {
	matches, err := s.Store.Matches(ctx, q)
	if err != nil {
		return err
	}
	for _, m := range matches {
		rec, err := s.Store.Replay(ctx, m.ID)
		if errors.Is(err, league.ErrPruned) {
			continue
		}
		if err != nil {
			return err
		}
		do(m, rec)
	}
	return nil
}

// An answerSum accumulates a bot's answers over several matches.
type answerSum struct {
	bars    []timeBar
	metrics map[string]map[int]*metricPoint // by name and turn
}

// add counts the answers of a seat of a match.
func (a *answerSum) add(rec *replay.Record, seat int) {
	first := true
	for _, turn := range rec.Turns {
		for _, answer := range turn.Answers {
			if answer.Seat != seat {
				continue
			}
			bar, _ := slices.BinarySearch(timeBounds(), answer.Wall)
			if first {
				a.bars[bar].First++
			} else {
				a.bars[bar].Later++
			}
			first = false
		}
	}
	for turn, stderr := range replay.Stderr(rec, seat) {
		for name, value := range replay.ParseDrawings(stderr.Text).Metrics {
			a.addMetric(name, turn, value)
		}
	}
}

// addMetric counts a metric's value in a turn of one match.
func (a *answerSum) addMetric(name string, turn int, value float64) {
	if a.metrics[name] == nil {
		a.metrics[name] = map[int]*metricPoint{}
	}
	p := a.metrics[name][turn]
	if p == nil {
		p = &metricPoint{Turn: turn, Low: value, High: value}
		a.metrics[name][turn] = p
	}
	p.Matches++
	p.Mean += (value - p.Mean) / float64(p.Matches)
	p.Low, p.High = min(p.Low, value), max(p.High, value)
}

// times returns the bars without empty ones at either end.
func (a *answerSum) times() []timeBar {
	bounds := timeBounds()
	for i := range bounds {
		ms := millis(bounds[i])
		a.bars[i].UpToMS = &ms
	}
	empty := func(b timeBar) bool { return b.First+b.Later == 0 }
	from := slices.IndexFunc(a.bars, func(b timeBar) bool { return !empty(b) })
	if from < 0 {
		return []timeBar{}
	}
	to := len(a.bars)
	for empty(a.bars[to-1]) {
		to--
	}
	return a.bars[from:to]
}

// turns returns the metrics sorted by name, each sorted by turn.
func (a *answerSum) turns() []metricTurns {
	all := []metricTurns{}
	for _, name := range slices.Sorted(maps.Keys(a.metrics)) {
		m := metricTurns{Name: name}
		for _, turn := range slices.Sorted(maps.Keys(a.metrics[name])) {
			m.Turns = append(m.Turns, *a.metrics[name][turn])
		}
		all = append(all, m)
	}
	return all
}
