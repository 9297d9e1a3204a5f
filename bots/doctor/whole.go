package doctor

import (
	"context"
	"fmt"
	"slices"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
)

// wholeSeeds is the number of seeds of the whole matches: 1, 2 ...
const wholeSeeds = 2

// play returns the whole matches, one for each seed and seat, and plays them the
// first time.
func (x *examination) play(ctx context.Context) ([]visit, error) {
	if x.matches != nil {
		return x.matches, nil
	}
	var visits []visit
	for seed := range int64(wholeSeeds) {
		for seat := range x.Game.Info().MinSeats {
			v, err := x.sitDown(ctx, sitting{
				name: fmt.Sprintf("seed %d, seat %d", seed+1, seat), setup: referee.Setup{Seed: seed + 1}, seat: seat,
			})
			if err != nil {
				return nil, err
			}
			visits = append(visits, v)
		}
	}
	x.matches = visits
	return visits, nil
}

// legal reports every fault of the whole matches.
func (x *examination) legal(ctx context.Context) (string, []Finding, error) {
	visits, err := x.play(ctx)
	if err != nil {
		return "", nil, err
	}
	answers := 0
	var findings []Finding
	for _, v := range visits {
		answers += len(v.exchanges)
		findings = append(findings, x.blameAll(v)...)
	}
	return fmt.Sprintf("%s in %s", plural(answers, "answer"), plural(len(visits), "match")), findings, nil
}

// mostAlike is the maximum number of findings with the same title in a match.
const mostAlike = 2

// blameAll returns the findings about the faults of a match: the first of each
// title, with the number of further ones.
func (x *examination) blameAll(v visit) []Finding {
	var findings []Finding
	found := map[string]int{}
	for _, f := range v.faults {
		made := x.blame(v, f)
		if found[made.Title]++; found[made.Title] <= mostAlike {
			findings = append(findings, made)
		}
	}
	for i := range findings {
		if more := found[findings[i].Title] - mostAlike; more > 0 {
			findings[i].Detail += fmt.Sprintf(" (and %d more of this kind in the match)", more)
		}
	}
	return findings
}

// time compares the answers of the whole matches with the limits.
func (x *examination) time(ctx context.Context) (string, []Finding, error) {
	visits, err := x.play(ctx)
	if err != nil {
		return "", nil, err
	}
	var walls []time.Duration
	var slowest exchange
	var where string
	for _, v := range visits {
		for _, e := range v.exchanges[min(1, len(v.exchanges)):] {
			if e.reply.Fault != nil {
				continue // reported as a fault
			}
			walls = append(walls, e.reply.Wall)
			if e.reply.Wall >= slowest.reply.Wall {
				slowest, where = e, v.name
			}
		}
	}
	if len(walls) == 0 {
		return "there are no later answers", nil, nil
	}
	slices.Sort(walls)
	summary := fmt.Sprintf("median %s, slowest %s (%s, turn %d); limit %s",
		ms(walls[len(walls)/2]), ms(slowest.reply.Wall), where, slowest.turn, limitText(x.Limits.Turn))
	f, ok := tardy(slowest, x.Limits.Turn, "the slowest answer ("+where+")")
	if !ok {
		return summary, nil, nil
	}
	late := len(walls) - countUpTo(walls, x.Limits.Turn)
	if late > 0 {
		f.Detail += fmt.Sprintf("; %d of %d answers were late", late, len(walls))
	}
	if late*oftenLate <= len(walls) && slowest.reply.CPU <= x.Limits.Turn {
		f.Level = Warning // because the machine may be the cause
	}
	return summary, []Finding{f}, nil
}

// oftenLate: if more than one answer in oftenLate is late, the bot is the cause
// even if it used less processor time than the limit.
const oftenLate = 10

// countUpTo returns how many of the sorted times are at most limit.
func countUpTo(sorted []time.Duration, limit time.Duration) int {
	n, _ := slices.BinarySearch(sorted, limit+1)
	return n
}

// stderr reports the amount of stderr in the whole matches.
func (x *examination) stderr(ctx context.Context) (string, []Finding, error) {
	visits, err := x.play(ctx)
	if err != nil {
		return "", nil, err
	}
	match, turn := 0, 0 // maximum number of bytes of either
	var where string
	var loudest exchange
	for _, v := range visits {
		total := len(v.late)
		for _, e := range v.exchanges {
			total += e.said
			if e.said > turn {
				turn, loudest = e.said, e
			}
		}
		if total >= match {
			match, where = total, v.name
		}
	}
	summary := fmt.Sprintf("at most %s in a match (%s)", kib(match), where)
	if match < process.MaxStderrMatch/2 && turn < process.MaxStderrTurn/2 {
		return summary, nil, nil
	}
	return summary, []Finding{{
		Level: Warning, Turn: loudest.turn, Title: "much stderr", Rule: ruleStderr,
		Detail: fmt.Sprintf("%s in a match and %s in one turn; output above the limits is discarded, and writing it takes time", kib(match), kib(turn)),
		Advice: "write less, or only if a flag is set",
	}}, nil
}

// kib formats a number of bytes.
func kib(n int) string {
	if n < 1<<10 {
		return plural(n, "byte")
	}
	return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
}
