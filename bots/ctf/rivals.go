package ctf

import (
	"math"

	"arbiter/bots/ctf/style"
	rules "arbiter/referee/games/ctf"
)

// maxStyles bounds the styles that a bot imagines.
const maxStyles = 16

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
	if len(r.styles) == 1 {
		return
	}
	view := b.view(1)
	for k := range r.styles {
		orders := r.styles[k].Orders(view)
		r.score[k] = r.score[k]*fading + agreement(b, &orders, t)
	}
}

// agreement returns how well orders of the opponent agree with what is shown
// after them: a point for each minion that went where they say, and for the
// credits that were spent.
func agreement(b *belief, o *rules.Orders, t *Turn) float64 {
	sum, spent := 0.0, 0
	for id := range b.PerSeat {
		spent += o.Commands[id].Verb.Price()
	}
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
	switch paid := b.Credits[1] > t.Credits[1]; {
	case paid != (spent > 0):
		sum--
	case paid:
		sum++
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

// mixture puts the most likely styles into dst, the likeliest first, and
// returns them with weights that sum up to about 1000.
func (r *rivals) mixture(many int, dst []rival) []rival {
	var taken [maxStyles]bool
	top := r.score[r.likeliest()]
	var likely [maxStyles]float64 // of dst
	sum := 0.0
	dst = dst[:0]
	for i := range min(many, len(r.styles)) {
		best := -1
		for k := range r.styles {
			if !taken[k] && (best < 0 || r.score[k] > r.score[best]) {
				best = k
			}
		}
		taken[best] = true
		dst = append(dst, rival{style: r.styles[best]})
		likely[i] = likelihood(r.score[best] - top)
		sum += likely[i]
	}
	for i := range dst {
		dst[i].weight = int(1000 * likely[i] / sum)
	}
	return dst
}

// likelihood returns how much less likely a style is than the likeliest.
func likelihood(behind float64) float64 { return 0.2 + math.Exp(behind/3) }
