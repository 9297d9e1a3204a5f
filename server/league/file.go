package league

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"arbiter/referee"
	"arbiter/referee/nearest"
)

// A File is a tournament file: bots as typed, not yet resolved, and how to play
// them. Its tags are the keys.
type File struct {
	Name        string         `toml:"name"` // the tournament's ID; may be empty
	Game        string         `toml:"game"`
	Seats       int            `toml:"seats"` // of a match; 0 for DefaultSeats
	Format      Format         `toml:"format"`
	Bots        BotList        `toml:"bots"`        // as typed, in the order of entry
	Seeds       Seeds          `toml:"seeds"`       // may be empty when Book is set
	Book        string         `toml:"book"`        // folder of explicit positions; may be empty
	Openings    *int           `toml:"openings"`    // this many openings of the game instead; nil for none
	Games       int            `toml:"games"`       // starts on which two bots meet; 0 for every start once
	Rounds      int            `toml:"rounds"`      // 0 for the format's default
	Challengers int            `toml:"challengers"` // of a gauntlet: this many of the first Bots
	Anchor      string         `toml:"anchor"`      // one of Bots, whose Elo is 0; "" for the mean of all bots
	Concurrency int            `toml:"concurrency"` // matches at a time; 0 for as many as the machine has cores for
	TimeFirst   *time.Duration `toml:"time_first"`  // overrides the game's limits; nil for no override
	TimeTurn    *time.Duration `toml:"time_turn"`
	TimeFactor  float64        `toml:"time_factor"`  // factor on the limits
	TimeMargin  time.Duration  `toml:"time_margin"`  // added to the limits
	Clock       string         `toml:"clock"`        // what the limits count: "wall" or "cpu"; "" is the game's
	SlowWorkers bool           `toml:"slow_workers"` // on a server: workers that are slower than it wants may play, too
}

// Tournament returns the definition that a file asks for with these limits, without bots
// and a time: all that a format looks at has to be in it.
func (f File) Tournament(info referee.Info, limits referee.TimeLimits) Tournament {
	return Tournament{
		ID: f.Name, Game: f.Game, Seats: SeatsOf(f.Seats, info), Format: f.Format, Challengers: f.Challengers,
		Starts: f.Seeds, Games: f.Games, Rounds: f.Rounds, Limits: limits, SlowWorkers: f.SlowWorkers, Schedule: ScheduleVersion,
	}
}

// DefaultSeats returns how many seats the matches of a tournament have if nobody chooses: two,
// or the number nearest to two that the game allows.
func DefaultSeats(info referee.Info) int { return min(max(2, info.MinSeats), info.MaxSeats) }

// SeatsOf returns how many seats the matches have where somebody chose so many; 0 is no choice.
func SeatsOf(chosen int, info referee.Info) int { return cmp.Or(chosen, DefaultSeats(info)) }

// CheckSeats returns an error if tournaments of the game cannot have matches with so many
// seats. 0 stands for DefaultSeats.
func CheckSeats(seats int, info referee.Info) error {
	switch {
	case seats == 0 || seats >= info.MinSeats && seats <= info.MaxSeats:
		return nil
	case info.MinSeats == info.MaxSeats:
		return Fieldf("seats", "found %d; want %d, the seats of %s", seats, info.MinSeats, info.Name)
	}
	return Fieldf("seats", "found %d; want %d to %d, the seats of %s", seats, info.MinSeats, info.MaxSeats, info.Name)
}

// A BotList has bots as typed, each once.
type BotList []string

// UnmarshalTOML implements toml.Unmarshaler.
func (l *BotList) UnmarshalTOML(value any) error {
	entries, _ := value.([]any)
	for i, entry := range entries {
		bot, ok := entry.(string)
		switch {
		case !ok:
			return fmt.Errorf("number %d: found %v; want text", i+1, excerpt(fmt.Sprint(entry)))
		case slices.Contains(*l, bot):
			return fmt.Errorf("number %d: duplicate %q; want each once", i+1, excerpt(bot))
		}
		*l = append(*l, bot)
	}
	return nil
}

// Seeds are starts that are written as a list of seeds, such as 1..60.
type Seeds []Start

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Seeds) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSeeds(string(text))
	return err
}

// MaxConcurrency is the maximum number of matches at a time that may be
// requested: more than any machine can play.
const MaxConcurrency = 1024

// ParseFile parses a tournament file in TOML. Errors name the key, those of the
// syntax the line.
func ParseFile(content string) (File, error) {
	f := File{Format: RoundRobin, TimeFactor: 1}
	meta, err := DecodeTOML(content, &f)
	names := slices.Sorted(maps.Keys(tomlKeys(reflect.TypeFor[File]())))
	for _, key := range meta.Keys() {
		if !slices.Contains(names, key[0]) {
			err = fmt.Errorf("unknown key %q%s; want %s", excerpt(key[0]), nearest.Hint(key[0], names), strings.Join(names, ", "))
			break
		}
	}
	if err == nil {
		err = f.check(meta)
	}
	if err == nil {
		err = f.Complete()
	}
	if err != nil {
		return File{}, fmt.Errorf("tournament file: %w", err)
	}
	return f, nil
}

// check returns an error for the first value that is out of range.
func (f *File) check(meta toml.MetaData) error {
	for key, text := range map[string]string{"name": f.Name, "game": f.Game, "book": f.Book, "anchor": f.Anchor, "clock": f.Clock} {
		if text == "" && meta.IsDefined(key) {
			return Fieldf(key, "found empty text; want some, or leave out the key")
		}
	}
	openings := 0
	if f.Openings != nil {
		openings = *f.Openings
	}
	type number struct {
		key                string
		found, least, most int
	}
	numbers := []number{
		{"seats", f.Seats, 1, MaxSeats}, {"openings", openings, 1, MaxGames}, {"games", f.Games, 1, MaxGames}, {"concurrency", f.Concurrency, 1, MaxConcurrency},
	}
	for _, o := range FormatOptions() {
		numbers = append(numbers, number{o.Name, *o.typed(f), o.Least, o.Most})
	}
	for _, n := range numbers {
		if (n.found < n.least || n.found > n.most) && meta.IsDefined(n.key) {
			return Fieldf(n.key, "found %d; want %d to %d", n.found, n.least, n.most)
		}
	}
	if err := checkFormat(f.Format); err != nil {
		return FieldError{Field: "format", Err: err}
	}
	_, err := LimitOverride{f.TimeFirst, f.TimeTurn, f.TimeFactor, f.TimeMargin, ""}.Apply(referee.TimeLimits{})
	return err
}

// Complete checks required keys and their combinations, and sets the defaults. Its
// error is a FieldError.
func (f *File) Complete() error {
	if f.Game == "" {
		return Fieldf("game", `required, e.g. "domain"`)
	}
	if len(f.Bots) == 0 {
		return Fieldf("bots", `required, e.g. "builtin:domain/greedy" and "bots/mine"`)
	}
	switch {
	case len(f.Seeds) == 0 && f.Book == "" && f.Openings == nil:
		return Fieldf("seeds", `required, e.g. "1..60"; or %s, a folder of explicit positions; or %s, e.g. 60, in a game whose seed decides nothing`,
			FieldName("book"), FieldName("openings"))
	case len(f.Seeds) > 0 && f.Book != "":
		return Fieldf("book", "found %s too; want one of the two", FieldName("seeds"))
	case f.Openings != nil && (len(f.Seeds) > 0 || f.Book != ""):
		return Fieldf("openings", "found %s or %s too; want one of them", FieldName("seeds"), FieldName("book"))
	}
	if f.Anchor != "" && !slices.Contains(f.Bots, f.Anchor) {
		return Fieldf("anchor", "%q is not one of the bots; want one as spelled in bots", excerpt(f.Anchor))
	}
	f.SetDefaults()
	return nil
}
