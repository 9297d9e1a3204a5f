package external

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"arbiter/referee"
)

// newBrutaltester returns the dialect with limits of a second and 50 ms.
func newBrutaltester() *brutaltester { return &brutaltester{first: 1000, later: 50} }

// What a seat gets is held until it is asked; the limits are the game's own.
func TestBrutaltesterQuestions(t *testing.T) {
	d, r := newBrutaltester(), newReader(strings.NewReader("###Input 0\r\na\n\n###Input 1\nb\n###Output 1 1\n###Input 0\nc\n###Error 1 no  move\n###Output 0 2\n###Input 0\nd\n###Output 0 1\n###End 0 1"))
	for _, want := range []string{
		`{"input":["b"],"asks":{"seat":1,"lines":1,"limit":1000}}`,
		`{"tooltips":[{"text":"no move","seat":1}],"input":["a","","c"],"asks":{"seat":0,"lines":2,"limit":1000}}`,
		`{"input":["d"],"asks":{"seat":0,"lines":1,"limit":50}}`,
		`{"scores":[1,0]}`,
	} {
		x, err := d.exchange(r, 2)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := json.Marshal(x); string(got) != want {
			t.Errorf("%s; want %s", got, want)
		}
	}
}

// "###End has the players by rank; equal ones stand together."
func TestBrutaltesterPlaces(t *testing.T) {
	for _, tt := range []struct {
		line string
		want []int64
	}{
		{"###End 0 1 2", []int64{2, 1, 0}},
		{"###End 2 01", []int64{0, 0, 2}},
		{"###End 12  0", []int64{0, 1, 1}},
		{"###End 012", []int64{0, 0, 0}},
		{"###End 0 1", nil},
		{"###End", nil},
		{"###End 0 1 2 3", nil},
		{"###End 0 1 1 2", nil},
		{"###End 0 1 x", nil},
		{"###End 0 1 -2", nil},
	} {
		x, err := newBrutaltester().exchange(newReader(strings.NewReader(tt.line)), 3)
		if (err == nil) != (tt.want != nil) || err == nil && !slices.Equal(x.Scores, tt.want) {
			t.Errorf("%s: %+v, error %v; want %v", tt.line, x, err, tt.want)
		}
		if err != nil && !strings.Contains(err.Error(), tt.line) {
			t.Errorf("error %v; want it to quote %s", err, tt.line)
		}
	}
}

// "A bot that has failed is behind all others."
func TestBehind(t *testing.T) {
	for _, tt := range []struct{ scores, want []int64 }{
		{[]int64{1, 2, 0, 3}, []int64{2, 3, 1, 0}},
		{[]int64{0, 0, 0, 0}, []int64{1, 1, 1, 0}},
	} {
		got := behind(tt.scores, referee.SeatSet(3))
		if !slices.Equal(got, tt.want) || !slices.Equal(behind(got, referee.SeatSet(3)), got) {
			t.Errorf("%v without seat 3: %v; want %v, and again", tt.scores, got, tt.want)
		}
	}
}

// A referee that is asked nothing and never asks is bounded by what it sends, however short its
// lines are.
func TestBrutaltesterBounds(t *testing.T) {
	for _, text := range []string{"\n", strings.Repeat("x", 1000) + "\n", "###Input 0\n", "###Error 0 x\n"} {
		endless := io.MultiReader(strings.NewReader("###Input 0\n"), repeated(text))
		if x, err := newBrutaltester().exchange(newReader(endless), 2); !errors.Is(err, errLong) {
			t.Errorf("%.20q without end: %+v, error %v; want %v", text, x, err, errLong)
		}
	}
	d, r := newBrutaltester(), newReader(repeated("###Input 0\nheld for ever\n###Input 1\nx\n###Output 1 1\n"))
	var err error
	for err == nil {
		_, err = d.exchange(r, 2)
	}
	if !errors.Is(err, errLong) {
		t.Errorf("error %v; want %v", err, errLong)
	}
}

// What a bot writes is as many lines as were asked, and none begins with ###, wherever a
// referee cuts it.
func FuzzBrutaltester(f *testing.F) {
	for _, text := range []string{
		"###Input 0\n1 2\n###Input 1\n3\n###Output 0 1\n###Input 1\n3\n###Output 1 2\n###Error 1 wrong: x\n###End 0 1 2\n",
		"###Output 2 10000\n###End 012", "###End 0 1\n", "###Input 7\n", "###Output 0 -1\n", "###\n", "###Input 0\nx\r\r\n###Output 0 1", "hello", "\xff#####\u2028###End 0 1",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d, pieces := newBrutaltester(), newBrutaltester()
		r, small := newReader(bytes.NewReader(text)), newReader(iotest.OneByteReader(bytes.NewReader(text)))
		for {
			x, err := d.exchange(r, 3)
			again, errAgain := pieces.exchange(small, 3)
			if (err == nil) != (errAgain == nil) {
				t.Fatalf("at once error %v, in pieces %v", err, errAgain)
			}
			if err != nil {
				break
			}
			if !bytes.Equal(x.appendState(nil), again.appendState(nil)) {
				t.Fatalf("at once %+v, in pieces %+v", x, again)
			}
			if q := x.Asks; q != nil && (q.Seat < 0 || q.Seat > 2 || q.Lines < 1 || q.Lines > mostAsked) || q == nil && len(x.Scores) != 3 {
				t.Fatalf("the exchange %+v", x)
			}
			if x.Asks == nil {
				break
			}
			if sent := d.answer(nil, &answer{timeout: true}); bytes.Count(sent, []byte("\n")) != x.Asks.Lines {
				t.Fatalf("%q for %+v", sent, x.Asks)
			}
		}
		sent := d.answer(nil, &answer{lines: []string{clean(string(text)), "END"}})
		if bytes.Count(sent, []byte("\n")) != 2 || bytes.Contains(sent, []byte("###")) || !bytes.HasSuffix(sent, []byte("\nEND\n")) {
			t.Fatalf("a bot's line %q becomes %q", text, sent)
		}
	})
}

// Seeds are those of brutaltester, which referees read as an int.
func TestSeedLine(t *testing.T) {
	for seed, want := range map[int64]string{0: "###Seed 0", 42: "###Seed 42", 999_999_999: "###Seed 999999999", -1: "###Seed 3", 1<<31 - 1: "###Seed 0"} {
		if got := seedLine(seed); got != want {
			t.Errorf("%d: %s; want %s", seed, got, want)
		}
	}
}
