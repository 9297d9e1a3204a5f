package replay

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Turns without end are refused before they fill the memory.
func TestBuilderRefusesTooManyTurns(t *testing.T) {
	b := builder{rec: Record{Header: Header{Seats: make([]Seat, 1)}}}
	big := []string{strings.Repeat("x", MaxLine/2)}
	want := fmt.Sprintf("turn 8: the turns take more than %d bytes; no record is so long", MaxRecord)
	for number := 1; ; number++ {
		err := b.turn(Turn{Number: number, Answers: []Answer{{Lines: big}}})
		if err == nil && number < 8 {
			continue
		}
		if err == nil || err.Error() != want {
			t.Errorf("turn %d: found %v; want %s", number, err, want)
		}
		return
	}
}

// MaxStderr in its longest form, a turn full of escapes with base64 beside it,
// fits into half a line.
func TestLongestStderrFitsIntoALine(t *testing.T) {
	worst := []byte(strings.Repeat("\x00", MaxStderr-1) + "\xff")
	line := appendTurn(nil, &Turn{Answers: []Answer{{Stderr: worst}}})
	if len(line) > MaxLine/2 {
		t.Errorf("the line has %d bytes; want at most %d", len(line), MaxLine/2)
	}
}

// allocated returns how many bytes do allocates in total.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// hostileHeader is the header of a record of one seat.
const hostileHeader = `{"replay":1,"arbiter":"","game":"sums","rules":1,"seed":"1","seats":[{"name":"a","bot":"a"}],` +
	`"limits":{"first_ms":0,"turn_ms":0},"host":{"os":"","arch":"","cpus":1,"load":null,"pinned":false},"played_at":"2026-03-14T15:09:26Z","start":"c56302355375e13a"}` + "\n"

// fullHeader is the same of a full export.
var fullHeader = strings.Replace(hostileHeader, `}`+"\n", `,"full":true}`+"\n", 1)

// "No file takes more memory than a few times MaxRecord": lists of empty
// elements, three bytes of text each, are refused before they are decoded. Once
// they took sixty times the memory of their text.
func TestReadRefusesLongLists(t *testing.T) {
	const text = 8 << 20
	list := func(element string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(element+",", text/(len(element)+1)), ",") + "]"
	}
	const digest = `,"d":"c56302355375e13a"}` + "\n"
	for _, tt := range []struct{ name, text string }{
		{"seats of the header", strings.Replace(hostileHeader, `[{"name":"a","bot":"a"}]`, list("{}"), 1)},
		{"seats by another spelling", strings.Replace(hostileHeader, `"seats":[{"name":"a","bot":"a"}]`, `"\u017fEATS":`+list("{}"), 1)},
		{"seats of a turn", hostileHeader + `{"t":1,"s":` + list("{}") + digest},
		{"lines of an answer", hostileHeader + `{"t":1,"s":[{"n":0,"a":` + list(`""`) + `,"w":0,"c":0}]` + digest},
		{"exact lines of an answer", hostileHeader + `{"t":1,"s":[{"n":0,"a":[],"a64":` + list(`""`) + `,"w":0,"c":0}]` + digest},
		{"scores", hostileHeader + `{"result":{"scores":` + list("0") + `,"ranks":[1],"reason":"","faults":[]}}` + "\n"},
		{"ranks", hostileHeader + `{"result":{"scores":[1],"ranks":` + list("0") + `,"reason":"","faults":[]}}` + "\n"},
		{"faults", hostileHeader + `{"result":{"scores":[1],"ranks":[1],"reason":"","faults":` + list("{}") + `}}` + "\n"},
		{"late stderr", hostileHeader + `{"result":{"scores":[1],"ranks":[1],"reason":"","faults":[]},"late":` + list("{}") + `}` + "\n"},
		{"seats of a frame", fullHeader + `{"turn":1,"seats":` + list("{}") + `,"view":{},"digest":"c56302355375e13a"}` + "\n"},
		{"answer of a frame", fullHeader + `{"turn":1,"seats":[{"asked":true,"answer":` + list(`""`) + `}],"view":{},"digest":"c56302355375e13a"}` + "\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var err error
			memory := allocated(func() { _, err = Read(strings.NewReader(tt.text)) })
			if err == nil || !strings.Contains(err.Error(), "a list of ") {
				t.Errorf("found %v; want that the list is too long", err)
			}
			if memory > 16*text {
				t.Errorf("%d bytes allocated for %d bytes of text", memory, text)
			}
		})
	}
	drawings := fullHeader + `{"turn":1,"seats":[{"asked":true,"answer":["1"],"draw":` + list("{}") + `}],"view":{},"digest":"c56302355375e13a"}` + "\n"
	memory := allocated(func() {
		if _, err := Read(strings.NewReader(drawings)); err != nil {
			t.Error(err)
		}
	})
	if memory > 16*text {
		t.Errorf("drawings, which are not kept: %d bytes allocated for %d bytes of text", memory, text)
	}
}

// pieces returns a text in pieces of 512 bytes, as a network may.
type pieces struct{ r io.Reader }

func (p pieces) Read(to []byte) (int, error) { return p.r.Read(to[:min(len(to), 512)]) }

// "No file takes more time than in proportion to its text": a line that arrives
// in 65536 pieces was searched from its beginning after each of them, for
// minutes.
func TestReadLongLineOnce(t *testing.T) {
	line := hostileHeader + `{"t":1,"s":[],"d":"` + strings.Repeat("x", 32<<20) + `"}` + "\n"
	began := time.Now()
	_, err := Read(pieces{strings.NewReader(line)})
	if err == nil || !strings.HasPrefix(err.Error(), "line 2: digest") {
		t.Errorf("found %.100v; want a wrong digest", err)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("took %v", took)
	}
}

// "A file with more than most bytes of text is an error": what compresses well
// is not read to its end.
func TestReadAtMost(t *testing.T) {
	text := fullHeader + strings.Repeat(`{"scene":1}`+"\n", 1000)
	if _, err := ReadAtMost(strings.NewReader(text), int64(len(text))); err != nil {
		t.Error(err)
	}
	const want = "line 1001: the text has more than "
	if _, err := ReadAtMost(strings.NewReader(text), int64(len(text)-1)); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("found %v; want %s...", err, want)
	}
}

// "Turns of a match: at most MaxTurns."
func TestReadRefusesTurnsWithoutEnd(t *testing.T) {
	b := builder{rec: Record{Header: Header{Seats: make([]Seat, 1)}, Turns: make([]Turn, MaxTurns)}}
	if err := b.turn(Turn{Number: MaxTurns + 1}); err == nil || !strings.HasPrefix(err.Error(), "turn 1048577; no match has more") {
		t.Errorf("found %v", err)
	}
}
