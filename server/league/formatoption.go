package league

import (
	"slices"
)

// A FormatOption is a number that definitions of some formats choose.
type FormatOption struct {
	Name    string // in JSON, in tournament files and, with two dashes, on the command line
	Title   string // on the form of a new tournament
	About   string // a sentence on that form
	Least   int    // the least value that may be chosen
	Most    int    // the most
	Default int

	in    func(*Tournament) *int
	typed func(*File) *int
	check func(Tournament) error
}

// FormatOptions returns the options of all formats, each once.
func FormatOptions() []FormatOption {
	var all []FormatOption
	for _, info := range FormatInfos() {
		for _, o := range info.Options {
			if !slices.ContainsFunc(all, func(other FormatOption) bool { return other.Name == o.Name }) {
				all = append(all, o)
			}
		}
	}
	return all
}

// roundsOption is the number of rounds of formats that go on for as many as they
// are given.
func roundsOption() FormatOption {
	return FormatOption{
		Name: "rounds", Title: "Rounds", About: "Default: chosen by the format.", Most: MaxGames,
		in:    func(t *Tournament) *int { return &t.Rounds },
		typed: func(f *File) *int { return &f.Rounds },
		check: func(t Tournament) error {
			if t.Rounds < 0 || t.Rounds > MaxGames {
				return Fieldf("rounds", "found %d; want 0 (the format's default) to %d", t.Rounds, MaxGames)
			}
			return nil
		},
	}
}

// checkOptions validates the options that some formats have.
func (t Tournament) checkOptions() error {
	info := t.Format.Info()
	for _, o := range FormatOptions() {
		has := func(i FormatInfo) bool { return i.Has(o.Name) }
		if n := *o.in(&t); n != 0 && !has(info) {
			return Fieldf(o.Name, "found %d; only a %s has %s, this is a %s", n, FormatsWhere(has), o.Name, t.Format)
		}
	}
	for _, o := range info.Options {
		if err := o.check(t); err != nil {
			return err
		}
	}
	return nil
}

// SetDefaults sets what a file leaves to the program: the format, and its options.
func (f *File) SetDefaults() {
	if f.Format == "" {
		f.Format = RoundRobin
	}
	for _, o := range f.Format.Info().Options {
		if n := o.typed(f); *n == 0 {
			*n = o.Default
		}
	}
}
