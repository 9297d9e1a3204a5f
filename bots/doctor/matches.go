package doctor

import (
	"context"
	"fmt"

	"arbiter/referee"
	"arbiter/referee/plural"
	"arbiter/referee/process"
)

// fullMatchSeeds is how many seeds full matches are played from: 1, 2 ... A solo
// game has one seat for each.
const (
	fullMatchSeeds = 2
	fullSoloSeeds  = 4
)

// legal plays whole matches, one for each seed and seat, and reports every fault.
func (x *examination) legal(ctx context.Context) (string, []Finding, error) {
	var matches []transcript
	seeds := int64(fullMatchSeeds)
	if x.Game.Info().Solo() {
		seeds = fullSoloSeeds
	}
	for seed := range seeds {
		for seat := range x.Game.Info().MinSeats {
			t, err := x.play(ctx, scenario{
				name: fmt.Sprintf("seed %d, seat %d", seed+1, seat), setup: referee.Setup{Seed: seed + 1}, seat: seat,
			})
			if err != nil {
				return "", nil, err
			}
			matches = append(matches, t)
		}
	}
	x.played = matches
	answers := 0
	var findings []Finding
	for _, t := range matches {
		answers += len(t.exchanges)
		found, err := x.faultFindings(ctx, t)
		if err != nil {
			return "", nil, err
		}
		findings = append(findings, found...)
	}
	return fmt.Sprintf("%s in %s", plural.Count(answers, "answer"), plural.Count(len(matches), "match")), findings, nil
}

// situationTurns is how many turns of a special position are played.
const situationTurns = 12

// situations plays some turns of each special position of the game.
func (x *examination) situations(ctx context.Context) (string, []Finding, error) {
	var list []referee.Trial
	if g, ok := x.Game.(referee.Examiner); ok {
		list = g.Trials()
	}
	var findings []Finding
	for _, s := range list {
		played := scenario{name: s.Title, setup: s.Setup(), seat: s.Seat, turns: situationTurns, rival: s.Rival}
		t, err := x.play(ctx, played)
		if err != nil {
			return "", nil, err
		}
		found, err := x.faultFindings(ctx, t)
		if err != nil {
			return "", nil, err
		}
		findings = append(findings, found...)
	}
	if len(list) == 0 {
		return "none are known for this game", nil, nil
	}
	return fmt.Sprintf("%s of %s", plural.Count(len(list), "special position"), x.Game.Info().Name), findings, nil
}

// stderr compares the size of the stderr in the full matches with what is kept.
func (x *examination) stderr(context.Context) (string, []Finding, error) {
	match, turn := 0, 0 // the most bytes of either
	var where string
	var longest exchange
	for _, t := range x.played {
		total := len(t.late)
		for _, e := range t.exchanges {
			total += e.stderrBytes
			if e.stderrBytes > turn {
				turn, longest = e.stderrBytes, e
			}
		}
		if total >= match {
			match, where = total, t.name
		}
	}
	summary := fmt.Sprintf("%s in a match at most (%s)", kib(match), where)
	if match < process.MaxStderrMatch/2 && turn < process.MaxStderrTurn/2 {
		return summary, nil, nil
	}
	return summary, []Finding{{
		Level: Warning, Turn: longest.turn, Title: "much stderr", Rule: ruleStderr,
		Detail: fmt.Sprintf("%s in a match and %s in one turn; what exceeds the sizes in the rule is dropped, and writing it takes time", kib(match), kib(turn)),
		Advice: "write less, or only when a flag asks for it",
	}}, nil
}

// kib returns a size in bytes or KiB.
func kib(n int) string {
	if n < 1<<10 {
		return plural.Count(n, "byte")
	}
	return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
}
