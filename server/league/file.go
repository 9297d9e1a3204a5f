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

// A File is a tournament as somebody wrote it: bots as they are typed, not yet
// found, and settings of how it is played.
type File struct {
	Name        string // of the tournament; may be empty
	Game        string
	Format      Format
	Bots        []string       // as typed, in the order of entry
	Seeds       []Start        // may be empty when there are Tests
	Tests       string         // folder of explicit positions; may be empty
	Games       int            // starts that each two bots meet on; 0: every start once
	Rounds      int            // 0: the format's own choice
	Challengers int            // of a gauntlet, the first of Bots
	Anchor      string         // one of Bots, whose Elo is 0; "" for the mean
	Concurrency int            // matches at a time; 0: as many as the machine bears
	TimeFirst   *time.Duration // instead of the statement's limits
	TimeTurn    *time.Duration
	TimeFactor  float64       // multiplies the limits
	TimeMargin  time.Duration // is added to them
}

// A setting is what one key of a tournament file sets. It returns an error
// that tells what was found and expected, without the key.
type setting func(f *File, value any) error

// settings are the keys of a tournament file.
func settings() map[string]setting {
	return map[string]setting{
		"name":        text(func(f *File) *string { return &f.Name }),
		"game":        text(func(f *File) *string { return &f.Game }),
		"tests":       text(func(f *File) *string { return &f.Tests }),
		"anchor":      text(func(f *File) *string { return &f.Anchor }),
		"format":      setFormat,
		"bots":        setBots,
		"seeds":       setSeeds,
		"games":       whole(1, MaxGames, func(f *File) *int { return &f.Games }),
		"rounds":      whole(0, MaxGames, func(f *File) *int { return &f.Rounds }),
		"challengers": whole(1, MaxBots, func(f *File) *int { return &f.Challengers }),
		"concurrency": whole(1, MaxConcurrency, func(f *File) *int { return &f.Concurrency }),
		"time_factor": setFactor,
		"time_margin": func(f *File, value any) error { return setDuration(&f.TimeMargin, value) },
		"time_first": func(f *File, value any) error {
			f.TimeFirst = new(time.Duration)
			return setDuration(f.TimeFirst, value)
		},
		"time_turn": func(f *File, value any) error { f.TimeTurn = new(time.Duration); return setDuration(f.TimeTurn, value) },
	}
}

// MaxConcurrency is how many matches may be asked for at a time: more than
// any machine bears.
const MaxConcurrency = 1024

// ParseFile reads a tournament file, which is TOML. Errors name the key.
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
			return File{}, fmt.Errorf("tournament file: unknown key %q; want %s", quoted(key), strings.Join(slices.Sorted(maps.Keys(known)), ", "))
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

// Complete checks what keys mean together, and fills in a gauntlet's
// challenger: the first bot, as long as nothing else is said.
func (f *File) Complete() error {
	if f.Game == "" {
		return errors.New(`game: it is missing; want such as game = "domain"`)
	}
	if len(f.Bots) == 0 {
		return errors.New(`bots: they are missing; want such as bots = ["builtin:domain/greedy", "bots/mine"]`)
	}
	if len(f.Seeds) == 0 && f.Tests == "" {
		return errors.New(`seeds: they are missing; want such as seeds = "1..60", or a folder of tests`)
	}
	if len(f.Seeds) > 0 && f.Tests != "" {
		return errors.New("tests: there are seeds too; want one of the two")
	}
	if f.Anchor != "" && !slices.Contains(f.Bots, f.Anchor) {
		return fmt.Errorf("anchor: %q is none of the bots; want one as it is written there", quoted(f.Anchor))
	}
	if f.Format == Gauntlet && f.Challengers == 0 {
		f.Challengers = 1
	}
	return nil
}

func text(field func(*File) *string) setting {
	return func(f *File, value any) error {
		s, ok := value.(string)
		if !ok {
			return fmt.Errorf("found %s; want text", kindOf(value))
		}
		if s == "" {
			return errors.New("found an empty text; want some, or no such key")
		}
		*field(f) = s
		return nil
	}
}

func whole(least, most int64, field func(*File) *int) setting {
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
			return fmt.Errorf("number %d: %q is there twice; want each once", i+1, quoted(bot))
		}
		f.Bots = append(f.Bots, bot)
	}
	return nil
}

func setSeeds(f *File, value any) (err error) {
	s, ok := value.(string)
	if !ok {
		return fmt.Errorf(`found %s; want text such as "1..60" or "1,5,9..12"`, kindOf(value))
	}
	f.Seeds, err = ParseSeeds(s)
	return err
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
	if !(f.TimeFactor > 0) || math.IsInf(f.TimeFactor, 0) { // the first refuses NaN too
		return fmt.Errorf("found %v; want a number above 0", f.TimeFactor)
	}
	return nil
}

func setDuration(d *time.Duration, value any) error {
	s, ok := value.(string)
	if !ok {
		return fmt.Errorf(`found %s; want text such as "50ms" or "1.5s"`, kindOf(value))
	}
	parsed, err := time.ParseDuration(s)
	if err != nil || parsed < 0 {
		return fmt.Errorf(`found %q; want a time such as "50ms" or "1.5s", not below 0s`, quoted(s))
	}
	*d = parsed
	return nil
}

// kindOf names a TOML value's type for people.
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
