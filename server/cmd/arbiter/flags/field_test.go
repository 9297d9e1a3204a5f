package flags

import (
	"errors"
	"fmt"
	"testing"

	"arbiter/server/league"
)

// "A user of the command line reads the flag": whatever the field of a request is
// called, and however often its error was wrapped.
func TestFlagged(t *testing.T) {
	for field, want := range map[string]string{
		"elo0": "--elo0: wrong", "max_games": "--max-games: wrong", "bots[2]": "--bot: wrong", "opponents[0]": "--opponent: wrong", "seeds": "--seeds: wrong",
	} {
		err := Flagged(fmt.Errorf("tournament t: %w", league.Fieldf(field, "wrong")))
		if err.Error() != want || !errors.As(err, new(league.UsageError)) {
			t.Errorf("%s: %v; want the usage error %q", field, err, want)
		}
	}
	err := league.Fieldf("openings", "found %s or %s too, and no seeds; want %d", league.FieldName("seeds"), league.FieldName("max_games"), 1)
	if want := "openings: found seeds or max_games too, and no seeds; want 1"; err.Error() != want {
		t.Errorf("%v; want %q", err, want)
	}
	err = Flagged(err)
	if want := "--openings: found --seeds or --max-games too, and no seeds; want 1"; err.Error() != want {
		t.Errorf("%v; want %q: other fields are flags, too", err, want)
	}
	if err := errors.New("disk full"); Flagged(err) != err {
		t.Errorf("%v; want what is in no field as it is", Flagged(err))
	}
}
