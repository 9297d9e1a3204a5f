package analysis

import (
	"cmp"
	"math"
	"slices"
)

// A Fall is a part of a match over which the value of a seat falls, and what of: its own
// answers, those of the other seats, and the rest. What was not examined is nil.
type Fall struct {
	Seat   int     `json:"seat"`
	From   int     `json:"from"` // the turn in front of which the value was Before, to those who played it again if there are any
	To     int     `json:"to"`   // and the one in front of which it was After
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	// Own is what the answers of the seat cost, from turn From on and before turn To: the gain of
	// Plans, or what they cost one by one.
	Own *Part `json:"own,omitempty"`
	// Others is what the other seats' answers took, compared with those of the judge's
	// players. In a solo game it is nil.
	Others *Part `json:"others,omitempty"`
	// Rest is what is left of the fall: what was revealed and luck or, where nothing is
	// hidden, what the judge had not foreseen.
	Rest *Part `json:"rest,omitempty"`
	// Plans is what others gain who play all turns of the fall; nil where nobody tried.
	Plans *Plans    `json:"plans,omitempty"`
	Cause FallCause `json:"cause" enum:"answer,answers,plan,others,luck,unforeseen,unknown"`
	Turn  int       `json:"turn,omitempty"` // of the answer, of ByAnswer
}

// A Part is what a fall is of, in the unit of the values, above 0 for what was lost.
type Part struct {
	Lost  float64 `json:"lost"`
	Error float64 `json:"error"` // half the width of its 95 % interval
}

// Plans says what a seat gains by playing the turns of a fall otherwise: what the players who
// confirm make of imagined positions, less what they make of them once the seat has answered
// as recorded. Where nothing is hidden or drawn any more it is the whole fall, to those who
// value its ends.
type Plans struct {
	Pairs int     `json:"pairs"`
	Gain  float64 `json:"gain"`
	Error float64 `json:"error"`
	// Example is a play that gained as much or, of players who confirm, one of those that gained
	// most, for a fall of ByPlan: the answers that differ from the recorded ones.
	Example []Played `json:"example,omitempty"`
}

// A Played is what a player answered in an imagined position in the place of a recorded answer.
type Played struct {
	Turn   int    `json:"turn"`
	Given  string `json:"given"` // like Turn.Answer
	Answer string `json:"answer"`
}

// A FallCause says what a fall is of for the most part.
type FallCause string

// The causes of a fall, the first one that explains half of it and more than its error.
const (
	ByAnswer     FallCause = "answer"     // a marked answer of the seat
	ByAnswers    FallCause = "answers"    // answers of the seat, no single one of which is marked and explains half of it
	ByPlan       FallCause = "plan"       // how the turns were played, which others play better
	ByOthers     FallCause = "others"     // the answers of the other seats
	ByLuck       FallCause = "luck"       // what was revealed, and luck
	ByUnforeseen FallCause = "unforeseen" // what the judge had not foreseen, where nothing is hidden
	ByUnknown    FallCause = "unknown"    // not told so far
)

// Sizes of falls.
const (
	steep     = 0.2  // of the scale: as much as a blunder
	mostFalls = 3    // of a seat
	lasting   = 0.02 // of the scale: a fall that lasts a turn longer is to be deeper by this
	fallParts = 4    // a fall takes at most one of so many parts of the match
)

// LittleGain is what other players are to gain at least to be named, as a share of the scale.
const LittleGain = 0.1

// A descent is a fall before it is explained: what is lost over it by the values at its ends
// or, once it was played, by those who play to the end of the match from there. The values were
// chosen for lying far apart, and are what few turns of the judge's players make of it.
type descent struct {
	items        []*item // of the seat, the one behind the fall included
	before, lost estimate
	proven       bool // what it begins with
	played       int  // times by each kind of players
}

func (e *examination) descent(items []*item, before, after estimate) descent {
	d := descent{items: items, before: before, lost: estimate{before.mean - after.mean, math.Hypot(before.err, after.err)}, proven: before.err == 0}
	lost := func(r *Followed) *Tally { return &r.Lost }
	if l := e.followedPart(d, lost); l.known() && !d.proven {
		d.before, d.lost = e.followedPart(d, func(r *Followed) *Tally { return &r.Before }), l
		kinds, plays := d.items[0].followed(lost)
		d.played = plays / len(kinds)
	}
	return d
}

// steep reports whether so much is lost by a descent that it is told of.
func (e *examination) steep(d descent) bool { return d.lost.mean >= steep*e.Scale }

// refuted reports whether a descent is no fall to those who played it: far from it at first, or
// in the end.
func (e *examination) refuted(d descent) bool {
	if d.played < partSamples {
		return d.played > 0 && d.lost.mean < steep/2*e.Scale
	}
	return !e.steep(d)
}

// settled reports whether only the seat's answers lead from one end of a descent to the other:
// nobody else is asked, and nothing is hidden or drawn.
func (d *descent) settled() bool {
	first := d.items[0]
	s, ok := first.judge.(Settler)
	return ok && len(first.others) == 1 && s.Settled(first.position)
}

// playable reports whether players who confirm can play the turns of a descent themselves, and
// have something to tell.
func (d *descent) playable() bool {
	_, ok := d.items[0].judge.(Follower)
	return ok && !d.proven
}

// byPlays reports whether only plays tell the parts of a descent: always, once it was played,
// and until then where no searches tell what its single answers cost.
func (d *descent) byPlays() bool {
	return d.played > 0 || d.playable() && d.items[0].Search == nil
}

// examined reports whether more is known of a descent than the values that it was chosen by.
func (d *descent) examined() bool {
	first := d.items[0]
	return first.Fall == len(d.answers()) || first.Search != nil
}

// certain reports whether more is lost than by chance.
func (d *descent) certain() bool { return d.lost.mean > d.lost.err }

// answers returns the items that were answered in it.
func (d *descent) answers() []*item { return d.items[:len(d.items)-1] }

// descents returns the steepest falls of each seat that do not overlap, the deepest first.
// Those that are being explained come before others, as long as they are steep: more samples
// elsewhere do not move them.
func (e *examination) descents() []descent {
	var all []descent
	if len(e.items) == 0 {
		return nil
	}
	for _, items := range e.bySeat() {
		values, taken := make([]estimate, len(items)), make([]bool, len(items))
		for i, it := range items {
			values[i] = e.valued(it)
		}
		for found := 0; found < mostFalls; {
			from, to := e.begun(items, values, taken)
			if to == 0 {
				from, to = e.steepest(items, values, taken)
			}
			if to == 0 {
				break
			}
			for i := from; i <= to; i++ {
				taken[i] = true // the next one lies before or behind it
			}
			if d := e.descent(items[from:to+1], values[from], values[to]); !e.refuted(d) {
				all = append(all, d)
				found++
			}
		}
	}
	slices.SortStableFunc(all, func(a, b descent) int { return cmp.Compare(b.lost.mean, a.lost.mean) })
	return all
}

// begun returns the deepest fall of a seat that is being explained, by its ends; 0, 0 for none.
func (e *examination) begun(items []*item, values []estimate, taken []bool) (from, to int) {
	most := steep * e.Scale
	for i, it := range items {
		k := i + it.Fall
		if it.Fall == 0 || k >= len(items) || slices.Contains(taken[i:k+1], true) {
			continue
		}
		lost := values[i].mean - values[k].mean
		if values[i].known() && values[k].known() && lost >= most {
			from, to, most = i, k, lost
		}
	}
	return from, to
}

// steepest returns the fall of a seat that is the steepest, by its ends; 0, 0 for none.
func (e *examination) steepest(items []*item, values []estimate, taken []bool) (from, to int) {
	longest, most := e.items[len(e.items)-1].Turn/fallParts, 0.0
	lowest := math.Inf(1)
	for _, v := range values {
		if v.known() {
			lowest = min(lowest, v.mean)
		}
	}
	for i := range items {
		if taken[i] || !values[i].known() || values[i].mean-lowest <= most {
			continue // without the last of these, long matches take the square of their length
		}
		for k := i + 1; k < len(items) && !taken[k] && items[k].Turn-items[i].Turn <= longest; k++ {
			lost := values[i].mean - values[k].mean
			weight := lost - lasting*e.Scale*float64(k-i)
			if values[k].known() && lost >= steep*e.Scale && weight > most {
				from, to, most = i, k, weight
			}
		}
	}
	return from, to
}

// falls explains the falls that are larger than their error. One of which nothing is known but
// the values that it was chosen by is none so far: many of these vanish when they are taken again.
func (e *examination) falls() []Fall {
	var all []Fall
	for _, d := range e.descents() {
		if f := e.explained(d); e.steep(d) && d.certain() && (f.Cause != ByUnknown || d.examined()) {
			all = append(all, f)
		}
	}
	return all
}

// explained says what a descent is of. Before, the own answers, those of the others, the
// rest and After are what each of them leaves, in this order, so that they add up.
func (e *examination) explained(d descent) Fall {
	f := e.partsOf(d)
	f.Cause, f.Turn = e.causeOf(d, f)
	if f.Cause == ByPlan {
		f.Plans.Example = exampleOf(d)
	}
	return f
}

// exampleOf returns how one of those plays a descent who gain by that.
func exampleOf(d descent) (differs []Played) {
	first := d.items[0]
	p, ok := first.judge.(Planner)
	if !ok {
		return nil
	}
	kind, play := mostGained(first.Followed)
	if d.settled() {
		kind, play = 0, fairPlay(first)
	}
	if play < 0 {
		return nil
	}
	answers := d.answers()
	for i, answer := range p.Plan(first.position, len(answers), kind, play) {
		if it := answers[i]; !it.judge.Same(it.position, answer, it.given) {
			differs = append(differs, Played{it.Turn, text(it.given), text(answer)})
		}
	}
	return differs
}

// mostGained returns the kind of players that gains most on average by playing a fall, and the
// play in which it gained most; -1 where none gains.
func mostGained(by []Followed) (kind, play int) {
	play, most := -1, 0.0
	for k := range by {
		if r := &by[k]; r.Most > 0 && r.Own.Mean > most {
			kind, play, most = k, r.Play, r.Own.Mean
		}
	}
	return kind, play
}

// fairPlay returns one of the first samples of an item's value that is no less than their mean,
// -1 for none.
func fairPlay(it *item) (play int) {
	const tries = 4
	for n := range min(tries, it.Values.N) {
		if it.judge.(Sampler).Sample(it.position, it.untold(), n) >= it.Values.Mean {
			return n
		}
	}
	return -1
}

// partsOf is explained without the cause.
func (e *examination) partsOf(d descent) Fall {
	first, last := d.items[0], d.items[len(d.items)-1]
	f := Fall{Seat: first.Seat, From: first.Turn, To: last.Turn, Before: d.before.mean, After: d.before.mean - d.lost.mean}
	own, others := e.ownPart(d), e.othersPart(d)
	f.Plans = plansOf(d, own)
	f.Own = part(own)
	if len(first.others) > 1 {
		f.Others = part(others)
	} else {
		others = estimate{}
	}
	switch {
	case d.played > 0:
		f.Rest = part(e.followedPart(d, func(r *Followed) *Tally { return &r.Rest }))
	case d.settled():
		f.Rest = &Part{}
	case own.known() && others.known():
		f.Rest = part(estimate{d.lost.mean - own.mean - others.mean, math.Hypot(d.lost.err, math.Hypot(own.err, others.err))})
	}
	return f
}

// part returns what is known of a part, nil for nothing.
func part(x estimate) *Part {
	if !x.known() {
		return nil
	}
	return &Part{x.mean, x.err}
}

// ownPart returns what the answers of a descent cost: what players gain who play its turns
// themselves. Where nobody does, it is the sum of what each answer loses to that of the
// judge's players, as a value expects no more of the seat; by a search, to the best one. Where
// nothing but these answers leads from one end to the other, it is all that is lost.
func (e *examination) ownPart(d descent) estimate {
	switch {
	case d.settled():
		return d.lost
	case d.byPlays():
		return e.followedPart(d, func(r *Followed) *Tally { return &r.Own })
	}
	var sum estimate
	for _, it := range d.answers() {
		if it.Search != nil {
			sum = sum.plus(e.told(it))
		} else {
			sum = sum.plus(e.sampled(&it.Own))
		}
	}
	return sum
}

// followedPart returns a part of a descent as plays tell it.
func (e *examination) followedPart(d descent, part func(*Followed) *Tally) estimate {
	if d.items[0].Fall != len(d.answers()) {
		return estimate{err: math.Inf(1)} // they are of another fall
	}
	tallies, _ := d.items[0].followed(part)
	return e.mean(tallies, 0)
}

// othersPart returns what the other seats' answers took. Where the seats answer in turn,
// these have costs of their own, which are never below what perfect play makes of them.
func (e *examination) othersPart(d descent) estimate {
	if d.byPlays() {
		return e.followedPart(d, func(r *Followed) *Tally { return &r.Others })
	}
	var sum estimate
	for _, it := range d.answers() {
		r := e.sampled(&it.Others)
		if it.alone {
			r = estimate{err: math.Inf(1)}
			if i := slices.Index(e.items, it); i+1 < len(e.items) && leadsTo(it, e.items[i+1]) {
				r = e.told(e.items[i+1])
				r.mean = -r.mean
			}
		}
		sum = sum.plus(r)
	}
	return sum
}

// plansOf returns what players gain who play the turns of a descent themselves, its own part,
// and in how many pairs; nil where nobody did. Whoever values the beginning of one that is
// settled does.
func plansOf(d descent, own estimate) *Plans {
	first := d.items[0]
	switch {
	case !own.known():
		return nil
	case d.played > 0:
		_, pairs := first.followed(func(r *Followed) *Tally { return &r.Own })
		return &Plans{Pairs: pairs, Gain: own.mean, Error: own.err}
	case d.settled():
		return &Plans{Pairs: first.Values.N, Gain: own.mean, Error: own.err}
	}
	return nil
}

// causeOf returns what a fall is of for the most part and, if it is one answer, its turn. A
// descent without parts is of one answer that is marked or of nothing that is known.
func (e *examination) causeOf(d descent, f Fall) (FallCause, int) {
	half, marked := d.lost.mean/2, 0.0
	for _, it := range d.answers() {
		r := e.told(it)
		if m := markOf(r.mean/e.Scale, r.err/e.Scale, 0); m == nil || !m.Costly() || e.doubted(it, r) {
			continue
		}
		if r.mean >= half {
			return ByAnswer, it.Turn
		}
		marked += r.mean
	}
	_, open := d.items[0].judge.(Searcher)
	if open && d.proven {
		// Against perfect play nothing but own answers lowers what is proven.
		if own := d.answers(); len(own) == 1 {
			return ByAnswer, own[0].Turn
		}
		return ByAnswers, 0
	}
	explains := func(p *Part) bool { return p != nil && p.Lost >= half && p.Lost > p.Error }
	switch {
	case explains(f.Own) && f.Plans != nil:
		return ByPlan, 0
	case explains(f.Own) || marked >= half:
		return ByAnswers, 0
	case explains(f.Others):
		return ByOthers, 0
	case explains(f.Rest) && open:
		return ByUnforeseen, 0
	case explains(f.Rest):
		return ByLuck, 0
	}
	return ByUnknown, 0
}
