package league

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
)

// A File is a tournament file: bots as typed, not yet resolved, and how to play
// them.
type File struct {
	Name        string // the tournament's ID; may be empty
	Game        string
	Format      Format
	Bots        []string       // as typed, in the order of entry
	Seeds       []Start        // may be empty when Tests is set
	Tests       string         // folder of explicit positions; may be empty
	Openings    *int           // this many openings of the game instead; nil for none
	Games       int            // starts on which two bots meet; 0 for every start once
	Rounds      int            // 0 for the format's default
	Challengers int            // of a gauntlet: this many of the first Bots
	Anchor      string         // one of Bots, whose Elo is 0; "" for the mean of all bots
	Concurrency int            // matches at a time; 0 for as many as the machine has cores for
	TimeFirst   *time.Duration // overrides the game's limits; nil for no override
	TimeTurn    *time.Duration
	TimeFactor  float64       // factor on the limits
	TimeMargin  time.Duration // added to the limits
	Clock       string        // what the limits count: "wall" or "cpu"; "" is the game's
	SlowWorkers bool          // on a server: workers that are slower than it wants may play, too
}

// A setting stores the value of one key of a tournament file. Its error says what
// was found and expected, without the key.
type setting func(f *File, value any) error

// settings returns the settings by key.
func settings() map[string]setting {
	return map[string]setting{
		"name":         stringSetting(func(f *File) *string { return &f.Name }),
		"game":         stringSetting(func(f *File) *string { return &f.Game }),
		"openings":     intSetting(1, MaxGames, func(f *File) *int { f.Openings = new(int); return f.Openings }),
		"tests":        stringSetting(func(f *File) *string { return &f.Tests }),
		"anchor":       stringSetting(func(f *File) *string { return &f.Anchor }),
		"format":       setFormat,
		"bots":         setBots,
		"seeds":        setSeeds,
		"games":        intSetting(1, MaxGames, func(f *File) *int { return &f.Games }),
		"rounds":       intSetting(0, MaxGames, func(f *File) *int { return &f.Rounds }),
		"challengers":  intSetting(1, MaxBots, func(f *File) *int { return &f.Challengers }),
		"concurrency":  intSetting(1, MaxConcurrency, func(f *File) *int { return &f.Concurrency }),
		"time_factor":  setFactor,
		"time_margin":  func(f *File, value any) error { return setDuration(&f.TimeMargin, value) },
		"clock":        stringSetting(func(f *File) *string { return &f.Clock }),
		"slow_workers": setSlowWorkers,
		"time_first": func(f *File, value any) error {
			f.TimeFirst = new(time.Duration)
			return setDuration(f.TimeFirst, value)
		},
		"time_turn": func(f *File, value any) error { f.TimeTurn = new(time.Duration); return setDuration(f.TimeTurn, value) },
	}
}

// MaxConcurrency is the maximum number of matches at a time that may be
// requested: more than any machine can play.
const MaxConcurrency = 1024

// ParseFile parses a tournament file in TOML. Errors name the key.
func ParseFile(content string) (File, error) {
	var values map[string]any
	if _, err := toml.Decode(content, &values); err != nil {
		var syntax toml.ParseError
		if errors.As(err, &syntax) {
			return File{}, fmt.Errorf("tournament file: line %d: %s", syntax.Position.Line, syntax.Message)
		}
		return File{}, fmt.Errorf("tournament file: %w", err)
	}
	f := File{Format: RoundRobin, TimeFactor: 1}
	known := settings()
	for _, key := range slices.Sorted(maps.Keys(values)) {
		set, ok := known[key]
		if !ok {
			return File{}, fmt.Errorf("tournament file: unknown key %q; want %s", excerpt(key), strings.Join(slices.Sorted(maps.Keys(known)), ", "))
		}
		if err := set(&f, values[key]); err != nil {
			return File{}, fmt.Errorf("tournament file: %s: %w", key, err)
		}
	}
	if err := f.Complete(); err != nil {
		return File{}, fmt.Errorf("tournament file: %w", err)
	}
	return f, nil
}

// Complete checks required keys and their combinations, and sets the default of
// one challenger for a gauntlet. Its error is a FieldError.
func (f *File) Complete() error {
	if f.Game == "" {
		return Fieldf("game", `required, e.g. "domain"`)
	}
	if len(f.Bots) == 0 {
		return Fieldf("bots", `required, e.g. "builtin:domain/greedy" and "bots/mine"`)
	}
	switch {
	case len(f.Seeds) == 0 && f.Tests == "" && f.Openings == nil:
		return Fieldf("seeds", `required, e.g. "1..60"; or tests, a folder of explicit positions; or openings, e.g. 60, in a game whose seed decides nothing`)
	case len(f.Seeds) > 0 && f.Tests != "":
		return Fieldf("tests", "found seeds too; want one of the two")
	case f.Openings != nil && (len(f.Seeds) > 0 || f.Tests != ""):
		return Fieldf("openings", "found seeds or tests too; want one of them")
	}
	if f.Anchor != "" && !slices.Contains(f.Bots, f.Anchor) {
		return Fieldf("anchor", "%q is not one of the bots; want one as spelled in bots", excerpt(f.Anchor))
	}
	if f.Format == Gauntlet && f.Challengers == 0 {
		f.Challengers = 1
	}
	return nil
}

func stringSetting(field func(*File) *string) setting {
	return func(f *File, value any) error {
		s, ok := value.(string)
		if !ok {
			return fmt.Errorf("found %s; want text", kindOf(value))
		}
		if s == "" {
			return errors.New("found empty text; want some, or leave out the key")
		}
		*field(f) = s
		return nil
	}
}

func intSetting(least, most int64, field func(*File) *int) setting {
	return func(f *File, value any) error {
		n, ok := value.(int64)
		if !ok {
			return fmt.Errorf("found %s; want a whole number", kindOf(value))
		}
		if n < least || n > most {
			return fmt.Errorf("found %d; want %d to %d", n, least, most)
		}
		*field(f) = int(n)
		return nil
	}
}

func setFormat(f *File, value any) error {
	s, ok := value.(string)
	if !ok {
		return fmt.Errorf("found %s; want text", kindOf(value))
	}
	f.Format = Format(s)
	return checkFormat(f.Format)
}

func setBots(f *File, value any) error {
	list, ok := value.([]any)
	if !ok {
		return fmt.Errorf("found %s; want a list of texts", kindOf(value))
	}
	for i, entry := range list {
		bot, ok := entry.(string)
		if !ok {
			return fmt.Errorf("number %d: found %s; want text", i+1, kindOf(entry))
		}
		if slices.Contains(f.Bots, bot) {
			return fmt.Errorf("number %d: duplicate %q; want each once", i+1, excerpt(bot))
		}
		f.Bots = append(f.Bots, bot)
	}
	return nil
}

func setSeeds(f *File, value any) (err error) {
	s, ok := value.(string)
	if !ok {
		return fmt.Errorf(`found %s; want text, e.g. "1..60" or "1,5,9..12"`, kindOf(value))
	}
	f.Seeds, err = ParseSeeds(s)
	return err
}

func setSlowWorkers(f *File, value any) error {
	allowed, ok := value.(bool)
	if !ok {
		return fmt.Errorf("found %s; want true or false", kindOf(value))
	}
	f.SlowWorkers = allowed
	return nil
}

func setFactor(f *File, value any) error {
	switch n := value.(type) {
	case int64:
		f.TimeFactor = float64(n)
	case float64:
		f.TimeFactor = n
	default:
		return fmt.Errorf("found %s; want a number", kindOf(value))
	}
	if !(f.TimeFactor > 0) || math.IsInf(f.TimeFactor, 0) { // the first also rejects NaN
		return fmt.Errorf("found %v; want a number above 0", f.TimeFactor)
	}
	return nil
}

func setDuration(d *time.Duration, value any) error {
	s, ok := value.(string)
	if !ok {
		return fmt.Errorf(`found %s; want text, e.g. "50ms" or "1.5s"`, kindOf(value))
	}
	parsed, err := time.ParseDuration(s)
	if err != nil || parsed < 0 {
		return fmt.Errorf(`found %q; want a duration of at least 0s, e.g. "50ms" or "1.5s"`, excerpt(s))
	}
	*d = parsed
	return nil
}

// kindOf describes the type of a TOML value.
func kindOf(value any) string {
	switch value.(type) {
	case string:
		return "text"
	case int64:
		return "a whole number"
	case float64:
		return "a fraction"
	case bool:
		return "true or false"
	case time.Time:
		return "a date"
	case []any, []map[string]any:
		return "a list"
	}
	return "a table"
}
