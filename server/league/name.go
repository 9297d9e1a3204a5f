package league

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"arbiter/referee/printable"
)

// The longest names, in characters. The name of a tournament has room for the names of
// two bots, because the name of a check contains both.
const (
	MaxName           = 100
	MaxTournamentName = 400
)

// CheckName returns an error if a name of a bot or a leaderboard cannot be shown
// on one line: it is empty or too long, or has characters that
// are not printable.Safe. Names that version 0.1 stored are read as they are.
func CheckName(name string) error { return checkName(name, MaxName) }

// CheckTournamentName is CheckName for the name of a tournament.
func CheckTournamentName(name string) error { return checkName(name, MaxTournamentName) }

func checkName(name string, most int) error {
	switch n := utf8.RuneCountInString(name); {
	case name == "":
		return errors.New("empty; want a name")
	case !utf8.ValidString(name):
		return fmt.Errorf("%q is not UTF-8", excerpt(name))
	case n > most:
		return fmt.Errorf("%q has %d characters; want at most %d", excerpt(name), n, most)
	}
	if i := strings.IndexFunc(name, func(r rune) bool { return !printable.Safe(r) }); i >= 0 {
		r, _ := utf8.DecodeRuneInString(name[i:])
		return fmt.Errorf("%s contains the character %U, which terminals and pages obey or hide instead of showing it", printable.Line(excerpt(name)), r)
	}
	return nil
}
