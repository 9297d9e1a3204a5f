package replay

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"arbiter/referee"
)

// A Status is what Verify found.
type Status string

// The statuses of Verify.
const (
	Same    Status = "same"    // every turn, the result and the faults
	Differs Status = "differs" // from Verification.Turn on
	Unended Status = "unended" // same as far as the record goes, but it was cut before its end
)

// A Verification reports whether this build plays a record as it was recorded.
type Verification struct {
	Status Status
	Turn   int    // Differs: the first turn that differs, 0 for the start; else the last turn
	Why    string // Differs: what was recorded and what was found; Unended: where the record was cut
	Play   Digest // Same: of how the match was played
}

// String returns the verification as one line.
func (v Verification) String() string {
	switch v.Status {
	case Same:
		return fmt.Sprintf("same: %d turns and the result", v.Turn)
	case Unended:
		return fmt.Sprintf("cannot be judged: same up to turn %d, but %s", v.Turn, v.Why)
	}
	return fmt.Sprintf("differs at turn %d: %s", v.Turn, v.Why)
}

// Verify replays the record and compares every turn and the result. An error
// means that it cannot be replayed: it is of another game, or this build refuses
// its setup.
func Verify(rec *Record, g referee.Game) (Verification, error) { return VerifyMatch(rec, g, nil) }

// VerifyMatch is Verify for who has made the record's match already. It plays that
// to its end, and closes it.
func VerifyMatch(rec *Record, g referee.Game, start referee.Match) (Verification, error) {
	play, err := verify(rec, g, start)
	var d *Difference
	switch {
	case errors.As(err, &d):
		return Verification{Status: Differs, Turn: d.Turn, Why: d.Why}, nil
	case err != nil:
		return Verification{}, err
	case rec.Footer == nil:
		return Verification{Status: Unended, Turn: len(rec.Turns), Why: rec.Truncated}, nil
	}
	return Verification{Status: Same, Turn: len(rec.Turns), Play: play}, nil
}

// verify returns the digest of how the record was played.
func verify(rec *Record, g referee.Game, start referee.Match) (play Digest, err error) {
	r, err := newRerun(rec, g, start, true)
	if err != nil {
		return 0, err
	}
	defer r.match.Close()
	for i := range rec.Turns {
		if err := r.fits(&rec.Turns[i]); err != nil {
			return 0, err
		}
		if err := r.play(&rec.Turns[i]); err != nil {
			return 0, err
		}
	}
	if rec.Footer == nil {
		return r.chain.Play(), nil
	}
	last := len(rec.Turns)
	if err := r.failed(); err != nil {
		return 0, err
	}
	if !r.match.Over() {
		return 0, r.differs(last+1, fmt.Sprintf("the record ends after turn %d; the match goes on", last))
	}
	if why := compareResults(rec.Footer.Result, r.match.Result()); why != "" {
		return 0, r.differs(last, why)
	}
	return r.chain.Play(), nil
}

// compareResults returns "" or the first thing that differs.
func compareResults(recorded, found referee.Result) string {
	switch {
	case !slices.Equal(recorded.Scores, found.Scores):
		return fmt.Sprintf("the record has the scores %s; found %s", recorded.Texts(recorded.Scores), found.Texts(found.Scores))
	case !slices.Equal(recorded.Ranks, found.Ranks):
		return fmt.Sprintf("the record has the ranks %v; found %v", recorded.Ranks, found.Ranks)
	case recorded.Scoring != found.Scoring:
		return fmt.Sprintf("the record has scores with %s; found %s", recorded.Scoring, found.Scoring)
	case recorded.Reason != found.Reason:
		return fmt.Sprintf("the record has the reason %q; found %q", recorded.Reason, found.Reason)
	}
	for i := range max(len(recorded.Faults), len(found.Faults)) {
		want, got := faultAt(recorded.Faults, i), faultAt(found.Faults, i)
		if want != got {
			return fmt.Sprintf("fault %d: the record has %s; found %s", i+1, want, got)
		}
	}
	return ""
}

// faultAt returns the fault as a line, in UTF-8 as in a record.
func faultAt(faults []referee.Fault, i int) string {
	if i >= len(faults) {
		return "none"
	}
	return strings.ToValidUTF8(faults[i].Error(), "\uFFFD")
}
