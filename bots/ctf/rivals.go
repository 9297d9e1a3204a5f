package ctf

import (
	"math"
	"slices"

	"arbiter/bots/ctf/style"
	rules "arbiter/referee/games/ctf"
)

// maxStyles bounds the styles that a bot imagines.
const maxStyles = 4

// rivals is how the opponent may play: the styles and how well each has foretold
// what it did.
type rivals struct {
	styles []style.Style
	score  [maxStyles]float64
}

// fading is how much of what a score tells is left a turn later.
const fading = 0.97

// judge compares what each style would have done with what t shows. b is what
// was believed before.
func (r *rivals) judge(b *belief, t *Turn) {
	view := b.view(1)
	for k := range r.styles {
		orders := r.styles[k].Orders(view)
		r.score[k] = r.score[k]*fading + agreement(b, &orders, t)
	}
}

// agreement returns how well orders of the opponent agree with what is shown
// after them: a point for each minion that went where they say.
func agreement(b *belief, o *rules.Orders, t *Turn) float64 {
	sum := 0.0
	for _, enemy := range t.Minions[1] {
		before := b.Minions[1][enemy.ID]
		if b.possible[enemy.ID].Len() != 1 || !before.Free() {
			continue
		}
		to := before.Pos
		if c := o.Commands[enemy.ID]; c.Verb == rules.Move {
			to = c.Target
		}
		if to == enemy.Pos {
			sum++
		}
	}
	return sum
}

// likeliest returns the index of the style that has foretold best.
func (r *rivals) likeliest() int {
	best := 0
	for k := range r.styles {
		if r.score[k] > r.score[best] {
			best = k
		}
	}
	return best
}

// guess returns what the opponent does in a position if it plays the likeliest
// style.
func (r *rivals) guess(v style.View) rules.Orders { return r.styles[r.likeliest()].Orders(v) }

// A rival is a style and how likely it is, in thousandths.
type rival struct {
	style  style.Style
	weight int
}

// mixture puts the styles into dst, the likeliest first, and returns them with weights
// that sum up to about 1000.
func (r *rivals) mixture(dst []rival) []rival {
	top, sum := r.score[r.likeliest()], 0.0
	for k := range r.styles {
		sum += likelihood(r.score[k] - top)
	}
	dst = dst[:0]
	for k, s := range r.styles {
		dst = append(dst, rival{s, int(1000 * likelihood(r.score[k]-top) / sum)})
	}
	slices.SortStableFunc(dst, func(a, b rival) int { return b.weight - a.weight })
	return dst
}

// likelihood returns how much less likely a style is than the likeliest.
func likelihood(behind float64) float64 { return 0.2 + math.Exp(behind/3) }
