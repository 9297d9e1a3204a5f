package league

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"

	"arbiter/referee"
	"arbiter/referee/rng"
)

// Fresh names the starts of a check: seeds that nobody has chosen or tuned on,
// different for every baseline, and the same for every check against it, so
// that results of the baseline serve again.
type Fresh struct {
	Key   string `json:"key"`   // such as the baseline's digest
	Count int    `json:"count"` // how many starts
}

// Starts returns the starts: Count different seeds, none of them negative.
func (f Fresh) Starts() []Start {
	draw := rng.NewSplitMix64(f.seed())
	starts := make([]Start, 0, f.Count)
	seen := make(map[int64]bool, f.Count)
	for len(starts) < f.Count {
		// 48 bits: some generators of games use no more, and a table shows them.
		seed := int64(draw.Next() >> 16)
		if !seen[seed] {
			seen[seed] = true
			starts = append(starts, Start{Seed: seed})
		}
	}
	return starts
}

func (f Fresh) seed() uint64 {
	sum := sha256.Sum256([]byte("fresh starts\x00" + f.Key))
	return binary.LittleEndian.Uint64(sum[:])
}

// DealFresh sets the starts of a tournament to fresh ones, and returns the texts of their
// positions. If the game's seed decides nothing, the starts are all openings of the game: the
// statement's own start first, then in rounds of one of each class.
func (t *Tournament) DealFresh(g referee.Game, f Fresh) Positions {
	opener, ok := g.(referee.Opener)
	if !ok {
		t.Fresh, t.Starts = f, f.Starts()
		return nil
	}
	var positions Positions
	t.Starts, positions = positionsOf(dealOpenings(opener, f))
	return positions
}

// DealGiven sets the starts of a check to given ones. Their order follows from key, such as the
// baseline's digest. If they are seeds and the game's seed decides nothing, it takes as many
// openings instead and returns the texts of their positions: on seeds, two deterministic bots
// would play one game again and again.
func (t *Tournament) DealGiven(g referee.Game, key string, given []Start) Positions {
	_, opener := g.(referee.Opener)
	if opener && !slices.ContainsFunc(given, func(s Start) bool { return s.Position != "" }) {
		positions := t.DealFresh(g, Fresh{Key: key})
		t.Games = min(cmp.Or(t.Games, len(given)), len(given), len(t.Starts))
		return positions
	}
	t.Starts = slices.Clone(given)
	shuffle(t.Starts, key)
	return nil
}

// StartsOf reports whether the starts of a tournament are seeds, or openings of the game. If
// they are neither, they are other explicit positions.
func StartsOf(g referee.Game, starts []Start) (seeds, openings bool) {
	if !slices.ContainsFunc(starts, func(s Start) bool { return s.Position != "" }) {
		return true, false
	}
	known := OpeningClasses(g)
	return false, !slices.ContainsFunc(starts, func(s Start) bool { return known[s.Position] == "" })
}

// OpeningClasses returns the class of each opening of a game by its Start.Position. The
// openings of a class are one another turned or mirrored. A game without openings has no
// classes.
func OpeningClasses(g referee.Game) map[string]string {
	opener, ok := g.(referee.Opener)
	if !ok {
		return nil
	}
	classes := make(map[string]string, opener.OpeningCount())
	for _, o := range opener.Openings(0) {
		class, err := opener.Class(o.Name)
		if err != nil {
			panic(err) // the game has named it
		}
		classes[PositionDigest(o.Position)] = class
	}
	return classes
}

// dealOpenings returns all openings in the order that a key decides, the statement's
// own start first, so that every report has it.
func dealOpenings(opener referee.Opener, f Fresh) []referee.Opening {
	all := opener.Openings(int64(f.seed()))
	if official := slices.IndexFunc(all, func(o referee.Opening) bool { return o.Name == referee.OfficialOpening }); official > 0 {
		all[0], all[official] = all[official], all[0]
	}
	return all
}

// positionsOf returns openings as starts, with the texts of their positions.
func positionsOf(openings []referee.Opening) ([]Start, Positions) {
	var starts []Start
	positions := Positions{}
	for _, o := range openings {
		starts = append(starts, positions.Add(o.Name, o.Position))
	}
	return starts, positions
}

// Openings returns the first n openings of a game, and the texts of their positions. The name
// of their tournament decides their order; the statement's own start comes first. The error is
// a FieldError of the field openings: the game has no openings, or n is out of range.
func Openings(g referee.Game, name string, n int) ([]Start, Positions, error) {
	opener, ok := g.(referee.Opener)
	if !ok {
		return nil, nil, FieldError{Field: "openings", Err: fmt.Errorf("%s has none, its seeds deal different starts; want seeds", g.Info().Name)}
	}
	if n < 1 || n > opener.OpeningCount() {
		return nil, nil, FieldError{Field: "openings", Err: fmt.Errorf("found %d; want 1 to %d, the openings of %s", n, opener.OpeningCount(), g.Info().Name)}
	}
	starts, positions := positionsOf(dealOpenings(opener, Fresh{Key: name})[:n])
	return starts, positions, nil
}

// A storedTournament is a Tournament in JSON, which names fresh starts and ranges
// of seeds in place of listing thousands of them: a million takes 21 MB.
type storedTournament struct {
	plainTournament
	Seeds string `json:"seeds,omitempty"` // in place of the starts, as FormatSeeds writes them
}

type plainTournament Tournament

// MarshalJSON implements json.Marshaler.
func (t Tournament) MarshalJSON() ([]byte, error) {
	stored := storedTournament{plainTournament: plainTournament(t)}
	switch {
	case t.Fresh != (Fresh{}):
		stored.Starts = nil
	case len(t.Starts) > 0 && !slices.ContainsFunc(t.Starts, func(s Start) bool { return s != Start{Seed: s.Seed} }):
		stored.Starts, stored.Seeds = nil, FormatSeeds(t.Starts)
	}
	return json.Marshal(stored)
}

// UnmarshalJSON implements json.Unmarshaler.
func (t *Tournament) UnmarshalJSON(text []byte) error {
	stored := storedTournament{plainTournament: plainTournament(*t)}
	if err := json.Unmarshal(text, &stored); err != nil {
		return err
	}
	*t = Tournament(stored.plainTournament)
	if stored.Seeds != "" {
		var err error
		if t.Starts, err = ParseSeeds(stored.Seeds); err != nil {
			return err
		}
	}
	if t.Fresh != (Fresh{}) {
		if t.Fresh.Count < 0 || t.Fresh.Count > MaxSeeds {
			return Usagef("fresh: count %d; want 0 to %d", t.Fresh.Count, MaxSeeds)
		}
		t.Starts = t.Fresh.Starts()
	}
	return nil
}

// shuffle brings starts that were given into an order that the key decides, and
// nothing else: seeds and positions in a folder may be sorted, and a sequential
// test needs starts in random order.
func shuffle(starts []Start, key string) {
	slices.SortFunc(starts, func(a, b Start) int { return cmp.Or(cmp.Compare(a.Position, b.Position), cmp.Compare(a.Seed, b.Seed)) })
	draw := rng.NewSplitMix64(Fresh{Key: key}.seed())
	for i := range starts {
		j := i + draw.Below(len(starts)-i)
		starts[i], starts[j] = starts[j], starts[i]
	}
}

// MarginName returns the name of the tournament in which the first bot of a check plays alone,
// under its limits. The margin of the check follows from the scores of that tournament.
func (t Tournament) MarginName() string {
	return fmt.Sprintf("margin %s %s %s", t.Game, t.Bots[0], digest(fmt.Sprint(t.Limits))[:8])
}

// CheckName returns the name of the tournament of a check. Other limits,
// opponents or seats make another tournament, so that matches count only where
// they belong; other starts do not, since a check counts start by start.
func (t Tournament) CheckName() string {
	apart := []string{fmt.Sprint(t.Limits), fmt.Sprint(t.Bots[2:])}
	if t.Seats > 2 {
		apart = append(apart, fmt.Sprint(t.Seats))
	}
	return fmt.Sprintf("check %s %s %s %s", t.Game, t.Bots[0], t.Bots[1], digest(apart...)[:8])
}
