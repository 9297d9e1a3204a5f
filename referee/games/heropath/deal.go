package heropath

import (
	"math"

	"arbiter/referee/rng"
)

// Deal returns the world of a seed: a test like those of the contest. The
// seed's first draw takes one of eight shapes, found by looking at the
// contest's 50 tests, and everything else is drawn around what is typical of
// the shape. The draws are whole numbers of rng.SplitMix64, so that every
// machine deals the same world.
func Deal(seed int64) *World {
	d := dealer{rng: rng.NewSplitMix64(uint64(seed))}
	shapes := [...]func(*dealer){tiny, small, meadow, frontier, towns, teachers, tour, titans}
	shapes[d.rng.Below(len(shapes))](&d)
	w, err := NewWorld(d.World)
	if err != nil {
		panic("heropath: seed dealt a wrong test: " + err.Error()) // a mistake of a shape, which no seed may show
	}
	return w
}

// A dealer is a world in the making.
type dealer struct {
	World
	rng rng.SplitMix64
}

// between draws evenly from least to most.
func (d *dealer) between(least, most int64) int64 {
	return least + int64(d.rng.Below(int(most-least+1)))
}

// around draws from a bell between middle-spread and middle+spread.
func (d *dealer) around(middle, spread int64) int64 {
	sum := int64(0)
	for range 4 {
		sum += d.between(-spread, spread)
	}
	return middle + sum/4
}

// chance draws true in the given percentage.
func (d *dealer) chance(percent int) bool { return d.rng.Below(100) < percent }

// size sets the sides of the world, sometimes turned, and the turns.
func (d *dealer) size(width, height, turns int64) {
	d.Width, d.Height, d.NumTurns = width, height, turns
	if d.chance(50) {
		d.Width, d.Height = height, width
	}
}

// startAt puts the hero at about the given percentages of the sides.
func (d *dealer) startAt(x, y int64) {
	d.StartX = d.inside(d.Width*x/100+d.between(-d.Width/10, d.Width/10), d.Width)
	d.StartY = d.inside(d.Height*y/100+d.between(-d.Height/10, d.Height/10), d.Height)
}

func (d *dealer) inside(n, most int64) int64 { return min(max(n, 0), most) }

// percent draws around a percentage of a value, at least 1.
func (d *dealer) percent(value, percent int64) int64 {
	return max(1, d.around(value*percent/100, value*percent/400))
}

// remote tells how far a cell is from the start, in percent of the longer
// side: what a monster is worth and how strong it is grows with it.
func (d *dealer) remote(x, y int64) int64 {
	return int64(math.Sqrt(float64(distance2(x, y, d.StartX, d.StartY)))) * 100 / max(d.Width, d.Height, 1)
}

// hostile reports whether the monsters of this world attack: half of the
// contest's tests are from its first day, when they did not.
func (d *dealer) hostile() bool { return d.chance(60) }

// add puts a monster on a cell. attack 0 makes it harmless, and its range 0.
func (d *dealer) add(m Monster) {
	if m.Attack == 0 {
		m.Range = 0
	}
	d.Monsters = append(d.Monsters, m)
}

// tiny is a handful of monsters that one can solve by hand (tests 1 and 26).
func tiny(d *dealer) {
	d.size(100, 100, d.between(10, 16))
	d.startAt(50, 50)
	d.Hero = BaseHero{10, d.between(50, 70), 10, 50, 50, 50}
	d.few(7, d.hostile())
}

// small is a short game that rewards looking ahead (tests 2 and 27).
func small(d *dealer) {
	d.size(200, 100, d.between(40, 60))
	d.startAt(25, 40)
	d.Hero = BaseHero{10, d.between(20, 45), 15, 50, 50, 50}
	d.few(22, d.hostile())
}

func (d *dealer) few(count int, hostile bool) {
	for range count {
		m := Monster{X: d.between(0, d.Width), Y: d.between(0, d.Height), HP: d.around(70, 50), Gold: d.around(200, 120), Exp: d.around(200, 180)}
		if hostile {
			m.Range, m.Attack = d.between(5, 20), d.between(5, 45)
		}
		d.add(m)
	}
}

// meadow scatters many monsters; they are stronger and richer far from the
// start in the middle (tests 3, 4, 28, 29).
func meadow(d *dealer) {
	d.size(1000, d.between(7, 10)*100, d.between(1200, 1800))
	d.startAt(45, 50)
	d.Hero = BaseHero{d.between(12, 50), d.between(10, 50), d.between(12, 50), d.between(5, 15), d.between(5, 35), d.between(5, 25)}
	hostile := d.hostile()
	for range d.between(900, 1000) {
		m := Monster{X: d.between(0, d.Width), Y: d.between(0, d.Height)}
		far := 40 + d.remote(m.X, m.Y)
		m.HP, m.Gold, m.Exp = d.percent(250, far), d.percent(600, far), d.percent(250, far)
		if hostile {
			m.Range, m.Attack = d.percent(24, far), d.percent(34, far)
		}
		d.add(m)
	}
}

// frontier starts at an edge; wealth grows steeply towards the other one
// (tests 5, 6, 7, 30, 31).
func frontier(d *dealer) {
	d.Width, d.Height, d.NumTurns = d.between(9, 20)*100, d.between(2, 10)*100, d.between(420, 1700)
	d.StartX, d.StartY = 1, d.between(d.Height/3, d.Height*2/3)
	d.Hero = BaseHero{d.between(25, 42), d.between(35, 75), d.between(15, 42), d.between(5, 15), d.between(5, 40), d.between(5, 10)}
	hostile := d.hostile()
	for range d.between(420, 1000) {
		m := Monster{X: d.between(0, d.Width), Y: d.between(0, d.Height)}
		far := d.remote(m.X, m.Y)
		m.HP, m.Gold, m.Exp = d.percent(700, far), d.percent(600*max(far, 1), far), d.percent(350, 20+far)
		if hostile {
			m.Range, m.Attack = d.percent(45, far)+5, d.percent(60, far)
		}
		d.add(m)
	}
}

// towns gathers the monsters in clusters of all kinds, a few of them rich;
// several may share a cell (tests 8, 9, 32, 33).
func towns(d *dealer) {
	side := d.between(10, 15) * 100
	d.size(side, side, d.between(1200, 2200))
	d.startAt(45, 50)
	d.Hero = BaseHero{d.between(32, 77), d.between(25, 77), d.between(25, 77), d.between(3, 22), d.between(3, 23), d.between(3, 32)}
	hostile := d.hostile()
	for range d.between(20, 40) {
		x, y, reach := d.between(0, d.Width), d.between(0, d.Height), d.between(20, 80)
		for range d.between(8, 30) {
			m := Monster{X: d.inside(d.around(x, reach), d.Width), Y: d.inside(d.around(y, reach), d.Height)}
			m.HP, m.Gold, m.Exp = d.around(340, 240), d.around(500, 400), d.around(60, 50)
			if d.chance(10) {
				m.HP, m.Gold, m.Exp = 2*m.HP, 10*m.Gold, 5*m.Exp
			}
			if hostile {
				m.Range, m.Attack = d.between(5, 35), d.between(1, 50)
			}
			d.add(m)
		}
	}
}

// teachers has almost all the experience in a few monsters (tests 14 to 16).
func teachers(d *dealer) {
	d.size(d.between(6, 20)*100, d.between(6, 10)*100, d.between(500, 800))
	d.startAt(50, 50)
	d.Hero = BaseHero{d.between(25, 64), d.between(25, 75), d.between(25, 64), d.between(10, 33), d.between(25, 32), d.between(16, 31)}
	for range 1000 {
		m := Monster{X: d.between(0, d.Width), Y: d.between(0, d.Height), Exp: 1}
		far := 10 + d.remote(m.X, m.Y)
		m.HP, m.Gold = d.percent(450, far), d.percent(80*far, far)
		if d.chance(10) {
			m.Gold, m.Exp = 1, d.percent(3000, 20+far)
		}
		d.add(m)
	}
}

// tour lets the hero go anywhere and kill at a blow: the order is all (tests
// 22 to 25 and 46 to 49).
func tour(d *dealer) {
	d.size(d.between(5, 12)*100, d.between(7, 22)*100, 0)
	d.startAt(45, 50)
	d.Hero = BaseHero{3200, 150, d.between(17, 36), 1, 8, d.between(2, 3)}
	count, hostile := d.between(230, 570), d.hostile()
	d.NumTurns = count * 78 / 100
	for range count {
		m := Monster{X: d.between(0, d.Width), Y: d.between(0, d.Height), HP: d.between(100, 150), Gold: d.between(115, 132), Exp: d.between(100, 199)}
		if hostile {
			m.Range, m.Attack = d.around(28, 16), d.between(1, 80)
		}
		d.add(m)
	}
}

// titans stand among common monsters: endless health and terrible attacks,
// with rewards beyond 32 bits (tests 36 and 37).
func titans(d *dealer) {
	d.size(1000, 1000, d.between(1800, 2345))
	d.StartX, d.StartY = 1, 1
	d.Hero = BaseHero{d.between(25, 33), d.between(50, 64), 16, 1, d.between(10, 16), d.between(16, 19)}
	titans := int(d.between(5, 40))
	for range d.between(890, 1030) {
		m := Monster{X: d.between(0, d.Width), Y: d.between(0, d.Height)}
		far := 20 + d.remote(m.X, m.Y)
		m.HP, m.Gold, m.Exp = d.percent(1100, far), d.percent(9000, far), d.percent(1100, far)
		m.Range, m.Attack = d.percent(28, far), d.percent(160, far)
		if d.chance(titans) {
			m.HP, m.Gold, m.Exp = 7_777_777, 111_000_111, 222_111_222
			m.Range, m.Attack = d.between(25, 44), d.between(987_654_000, 987_654_999)
		}
		d.add(m)
	}
}
