package replay

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbiter/referee"
)

// slowTurn reads the line of a turn with encoding/json alone.
func slowTurn(line []byte) (Turn, error) {
	var l lineV1
	if err := decode(line, &l); err != nil {
		return Turn{}, err
	}
	return l.turn()
}

// What quickTurn reads is what encoding/json reads, whatever the line: of turns as
// Writer writes them, and of such lines with a byte changed.
func TestQuickTurnReadsTheSame(t *testing.T) {
	quick := 0
	rapid.Check(t, func(t *rapid.T) {
		turn := Turn{Number: rapid.IntRange(0, 2000).Draw(t, "number"), Digest: Digest(rapid.Uint64().Draw(t, "digest"))}
		for seat := range rapid.IntRange(0, 3).Draw(t, "seats") {
			a := Answer{Seat: seat, Wall: time.Duration(rapid.Int64Range(0, 1e9).Draw(t, "wall")) * time.Microsecond}
			if rapid.IntRange(0, 9).Draw(t, "fault") == 0 {
				a.Fault = &referee.Fault{Kind: referee.Timeout, Why: "slow"}
			} else {
				a.Lines = rapid.SliceOfN(rapid.OneOf(rapid.StringMatching(`[ -~]{0,9}`), rapid.StringMatching(`[A-Z]+ [0-9]+`), rapid.String()), 0, 3).Draw(t, "lines")
			}
			if rapid.IntRange(0, 9).Draw(t, "stderr") == 0 {
				a.Stderr = []byte("log")
			}
			turn.Answers = append(turn.Answers, a)
		}
		line := appendTurn(nil, &turn)
		if rapid.Bool().Draw(t, "damaged") {
			line[rapid.IntRange(0, len(line)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
		}
		got, ok := quickTurn(line)
		if !ok {
			return
		}
		quick++
		want, err := slowTurn(line)
		if err != nil {
			t.Fatalf("%s: read %+v; encoding/json: %v", line, got, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s (-encoding/json +quick):\n%s", line, diff)
		}
	})
	if quick == 0 {
		t.Error("no line was read quickly")
	}
}

// A usual turn is read quickly; what is not one is left to encoding/json.
func TestQuickTurn(t *testing.T) {
	for line, want := range map[string]bool{
		`{"t":1,"s":[{"n":0,"a":["1 2 L"],"w":96,"c":4787}],"d":"a23c84aa857577e1"}` + "\n":                    true,
		`{"t":1,"s":[],"d":"a23c84aa857577e1"}`:                                                                true,
		`{"t":1,"s":[{"n":0,"a":["a","b"],"w":0,"c":0},{"n":1,"a":["c"],"w":1,"c":2}],"d":"a23c84aa857577e1"}`: true,
		`{"t":1,"s":[{"n":0,"a":[],"w":96,"c":4787}],"d":"a23c84aa857577e1"}`:                                  false,
		`{"t":01,"s":[],"d":"a23c84aa857577e1"}`:                                                               false,
		`{"t":1,"s":[{"n":0,"a":["\""],"w":96,"c":4787}],"d":"a23c84aa857577e1"}`:                              false,
		`{"t":1,"s":[{"n":0,"a":["ü"],"w":96,"c":4787}],"d":"a23c84aa857577e1"}`:                               false,
		`{"t":1,"s":[{"n":0,"a":["x"],"w":9999999999999999,"c":1}],"d":"a23c84aa857577e1"}`:                    false,
		`{"t":1,"s":[{"n":0,"a":["x"],"w":1,"c":1,"e":"log"}],"d":"a23c84aa857577e1"}`:                         false,
		`{"t":1,"s":[],"d":"a23c84aa857577"}`:                                                                  false,
		`{"t":1,"s":[],"d":"a23c84aa857577zz"}`:                                                                false,
		`{"t":1,"s":[],"d":"a23c84aa857577e1"}}`:                                                               false,
		`{"result":{}}`:                                                                                        false,
	} {
		if _, ok := quickTurn([]byte(line)); ok != want {
			t.Errorf("%s: %v; want %v", line, ok, want)
		}
	}
}
