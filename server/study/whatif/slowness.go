package whatif

import (
	"cmp"
	"slices"
	"time"
)

// Slowness counts the answers that took more than half of their limit.
type Slowness struct {
	Answers int `json:"answers"` // all answers with a limit
	// Slow ones used the processor for at least half of their time, starved ones did
	// not: the machine had other things to do, or the bot waited.
	Slow    int       `json:"slow"`
	Starved int       `json:"starved"`
	Slowest []Slowest `json:"slowest"` // by falling share of the limit, at most WorstAnswers
}

// A Slowest is one answer that took long.
type Slowest struct {
	Match   string  `json:"match"`
	Turn    int     `json:"turn"`
	Seat    int     `json:"seat"`
	Wall    float64 `json:"wall_ms"`
	CPU     float64 `json:"cpu_ms"`
	Limit   float64 `json:"limit_ms"` // of wall time or, under the cpu clock, of processor time
	Starved bool    `json:"starved"`

	share float64 // of the limit
}

// add counts the answers of a seat.
func (s *Slowness) add(of Seat) {
	limits := of.Record.Header.Limits.Referee()
	limit := limits.First
	for i := range of.Record.Turns {
		turn := &of.Record.Turns[i]
		for _, a := range turn.Answers {
			if a.Seat != of.Seat {
				continue
			}
			took := a.Wall
			if limits.Clock != "" {
				took = a.CPU
			}
			if limit > 0 && of.own(turn.Number) {
				s.Answers++
				if took > limit/2 {
					s.slow(Slowest{
						Match: of.Match, Turn: turn.Number, Seat: of.Seat, Wall: millis(a.Wall), CPU: millis(a.CPU), Limit: millis(limit),
						Starved: a.CPU < a.Wall/2, share: float64(took) / float64(limit),
					})
				}
			}
			limit = limits.Turn
		}
	}
}

// slow counts an answer that took long.
func (s *Slowness) slow(a Slowest) {
	if a.Starved {
		s.Starved++
	} else {
		s.Slow++
	}
	s.Slowest = append(s.Slowest, a)
}

// rank keeps the slowest answers, sorted.
func (s *Slowness) rank() {
	slices.SortStableFunc(s.Slowest, func(a, b Slowest) int { return cmp.Compare(b.share, a.share) })
	s.Slowest = append([]Slowest{}, s.Slowest[:min(len(s.Slowest), WorstAnswers)]...)
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
