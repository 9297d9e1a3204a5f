package tournaments

import (
	"testing"

	"arbiter/server/league"
)

// Of a tournament file the key is named.
func TestWrongInAFile(t *testing.T) {
	if err := (Run{File: "cup.toml"}).wrong(league.Fieldf("time_first", "wrong")); err.Error() != "cup.toml: time_first: wrong" {
		t.Errorf("%v; want the file and its key", err)
	}
}
