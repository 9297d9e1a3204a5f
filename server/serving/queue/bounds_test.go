package queue

import (
	"encoding/binary"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// "It refuses a beat that is too large, or that wants to be asked on a subject that is
// not a worker's": what the coordinator publishes there has the coordinator's rights.
func TestBeatsAreBounded(t *testing.T) {
	for text, want := range map[string]string{
		`{"worker":"w","life":"_INBOX_worker.a.b","slots":8}`:       "",
		`{"worker":"w","life":"$JS.API.STREAM.PURGE.ARBITER_WORK"}`: "is no subject of a worker",
		`{"worker":"w","life":"_INBOX_worker.>"}`:                   "is no subject of a worker",
		`{"worker":"w","life":"_INBOX_worker."}`:                    "is no subject of a worker",
		`{"worker":"w","life":"_INBOX_worker.a b"}`:                 "is no subject of a worker",
		`{"worker":"w"}`: "is no subject of a worker",
		`{"worker":"w","life":"_INBOX_worker.a","slots":100000}`:                           "want at most 1024",
		`{"worker":"w","life":"_INBOX_worker.a","slots":-1}`:                               "want at most 1024",
		`{"worker":"w","life":"_INBOX_worker.a","x":"` + strings.Repeat("x", 1<<20) + `"}`: "want at most 262144",
		`[`: "unexpected end",
	} {
		_, err := decodeBeat([]byte(text))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.100s: %v; want %q", text, err, want)
		}
	}
}

// "Names are those of folders, too": the evidence against a worker is kept in one.
func TestWorkerNamesAreNoPaths(t *testing.T) {
	for name, ok := range map[string]bool{
		"w1": true, "node-3.example": true, "": false, ".": false, "..": false, "../x": false, "a/b": false, "/etc": false, "a\x1bb": false,
	} {
		if err := checkWorker(name); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// Answers are refused before they take many times their size.
func TestAnswersAreBounded(t *testing.T) {
	message := func(text string) []byte {
		return append(binary.AppendUvarint(nil, uint64(len(text))), text...)
	}
	for text, want := range map[string]string{
		`{"worker":"w","answers":[` + strings.Repeat("{},", 300_000) + `{}]}`:              "answer 0 is 0 of a report",
		fmt.Sprintf(`{"worker":"w","answers":[{"again":%q}]}`, strings.Repeat("x", 1<<20)): "want at most 1048576",
	} {
		if _, err := decodeAnswers(message(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v; want %q", text, err, want)
		}
	}
}

// probe publishes "answers of nobody" every five seconds: they are no error.
func TestProbeIsNoError(t *testing.T) {
	message, err := answers{}.encode()
	if err != nil {
		t.Fatal(err)
	}
	var logged strings.Builder
	c := &Coordinator{Log: slog.New(slog.NewTextHandler(&logged, nil))}
	if found := c.check(message); len(found) > 0 || logged.Len() > 0 {
		t.Errorf("found %v, logged %q; want nothing", found, &logged)
	}
}
