package analysis

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"arbiter/referee/replay"
)

// tallied says what the tallies of a note are of. It changes with that, so that nobody goes on
// with notes that mean something else.
const tallied = "values of the judge's players"

// Key returns the name under which what is known of a match can be stored: a digest
// of its positions and answers, and of who judges. Who played is not in it.
func Key(rec *replay.Record, j Judging) (string, error) {
	type answer struct {
		Seat  int
		Lines []string
		Fault bool
	}
	type turn struct {
		Digest  replay.Digest
		Answers []answer
	}
	h := sha256.New()
	text := json.NewEncoder(h)
	err := text.Encode([]any{tallied, rec.Header.Game, rec.Header.Rules, rec.Header.Start, len(rec.Header.Seats), j.Name})
	for i := range rec.Turns {
		t := turn{Digest: rec.Turns[i].Digest}
		for _, a := range rec.Turns[i].Answers {
			t.Answers = append(t.Answers, answer{a.Seat, a.Lines, a.Fault != nil})
		}
		if err == nil {
			err = text.Encode(t)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), err
}
