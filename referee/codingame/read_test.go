package codingame_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbiter/referee/codingame"
	"arbiter/referee/games"
	"arbiter/referee/games/domain"
)

func itoa(n int) string { return strconv.Itoa(n) }

// text returns a document as JSON.
func text(t *testing.T, doc any) string {
	t.Helper()
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// "The site's answer, or the inner object alone, or under success", "several matches in one file".
func TestWrappings(t *testing.T) {
	f := play(t, domain.Game{}, 1)
	outer := f.site()
	inner := text(t, outer["gameResult"])
	var zipped bytes.Buffer
	zip := gzip.NewWriter(&zipped)
	fmt.Fprint(zip, inner)
	zip.Close()
	for name, tt := range map[string]struct {
		text string
		want int
	}{
		"whole":         {text(t, outer), 1},
		"inner":         {inner, 1},
		"success":       {`{"success": ` + text(t, outer) + `}`, 1},
		"inner success": {`{"success": ` + inner + `}`, 1},
		"lines":         {inner + "\n" + inner + "\r\n\r\n" + inner, 3},
		"no blanks":     {inner + inner, 2},
		"list":          {"[" + inner + ", " + inner + "]\n", 2},
		"lists":         {"\n[" + inner + "] [ ] " + inner + "[" + inner + "]", 3},
		"mark":          {"\ufeff" + inner, 1},
		"gzip":          {zipped.String(), 1},
		"run, too":      {inner + text(t, f.run()), 2},
		"unknown":       {`{"more": [[[{"a": null}]]], ` + inner[1:], 1},
		"null":          {`{"success": null, "puzzleTitle": null, "ranks": null, ` + strings.Replace(inner[1:], `"ranks"`, `"r"`, 1), 1},
	} {
		all := read(t, tt.text)
		if len(all) != tt.want {
			t.Errorf("%s: %d matches; want %d", name, len(all), tt.want)
		}
		for _, m := range all {
			if p, err := m.Play(domain.Game{}, codingame.Options{}); err != nil || p[0].Differs() != nil {
				t.Errorf("%s: %v, %v", name, p, err)
			}
		}
	}
}

// What is no match is an error that says where it is and what was expected.
func TestBrokenFiles(t *testing.T) {
	const frames = `"frames":[{"agentId":-1}]`
	for _, tt := range []struct{ text, want string }{
		{``, "the file is empty"},
		{` `, "the file is empty"},
		{`hello`, "not JSON"},
		{`{}`, `neither "frames" nor "outputs"`},
		{`{"id":492,"message":"NOT_FOUND"}`, `the site says "NOT_FOUND"`},
		{`{` + frames, `match 1: the file ends here`},
		{`{"frames":[{"agentId":0,"stdout":"a`, `match 1: "frames": 0: "stdout": the file ends here`},
		{`{"frames":{}}`, `match 1: "frames": found an object; want a list`},
		{`{"frames":[1]}`, `match 1: "frames": 0: found a number; want an object`},
		{`{"frames":[{"stdout":3}]}`, `"stdout": found a JSON number; want a string`},
		{`{"frames":[{"agentId":99}]}`, `found the seat "99"; want 0 to 7`},
		{`{` + frames + `,` + frames + `}`, `match 1: the key "frames" occurs twice`},
		{`{"frames":[{"agentId":0,"agentId":1}]}`, `the key "agentId" occurs twice`},
		{`{` + frames + `,"outputs":{}}`, `both "frames" and "outputs"`},
		{`{"outputs":{"0":[],"0":[]}}`, `the key "0" occurs twice`},
		{`{"outputs":{"00":[]}}`, `found the seat "00"`},
		{`{"success":{"success":{"success":{}}}}`, `inside of 2 others`},
		{`{` + frames + `,"scores":[1,2],"ranks":[0]}`, `1 ranks of 2 players`},
		{`{` + frames + `,"scores":[1.5]}`, `the score of seat 0: found "1.5"; want a whole number`},
		{`{` + frames + `,"ranks":[1e9]}`, `the rank of seat 0`},
		{`{` + frames + `,"agents":[{"index":0},{"index":0}]}`, `two agents have the index 0`},
		{`{` + frames + `} 7`, `match 2: found a number; want an object`},
		{`[{` + frames + `},]`, `not JSON`},
		{`[{` + frames + `}`, `the file ends here`},
		{`{"frames":[` + strings.Repeat(`{},`, codingame.MaxFrames) + `{}]}`, `"frames": more than 65536 elements`},
		{`{"outputs":{"0":[` + strings.Repeat(`null,`, codingame.MaxFrames) + `null]}}`, `more than 65536 elements`},
		{`{"x":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`, `depth`},
		{`{"x":` + strings.Repeat(`{"a":`, 20000) + "1" + strings.Repeat("}", 20000) + `}`, `depth`},
		{`{"uinput":["` + strings.Repeat(`\n`, 1<<16) + `"]}`, `more than 65536 lines`},
		{"\x1f\x8bnonsense, which is no gzip", "gzip"},
	} {
		err := first(tt.text)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.60s: %v; want %q", tt.text, err, tt.want)
		}
	}
}

// first returns the first error of a file.
func first(text string) error {
	for _, err := range codingame.Read(strings.NewReader(text)) {
		if err != nil {
			return err
		}
	}
	return nil
}

// A file that is cut anywhere is an error.
func TestCutFiles(t *testing.T) {
	f := play(t, domain.Game{}, 1)
	for _, whole := range []string{text(t, f.site()), text(t, f.run())} {
		for n := 1; n < len(whole); n += 7 {
			if err := first(whole[:n]); err == nil {
				t.Fatalf("the first %d bytes of %d are read as a match", n, len(whole))
			}
		}
	}
}

// An endless reader repeats a text.
type endless struct {
	text string
	n    int64 // bytes read
}

func (e *endless) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		n += copy(p[n:], e.text[int((e.n+int64(n))%int64(len(e.text))):])
	}
	e.n += int64(n)
	return n, nil
}

// "A 200 MB file: a clear error within bounded memory": each of these would never end.
func TestEndlessFiles(t *testing.T) {
	for name, tt := range map[string]struct{ head, more string }{
		"one text":      {`{"view":"`, "abcdefgh"},
		"unknown list":  {`{"x":[0`, ",[]"},
		"frames":        {`{"frames":[{}`, ",{}"},
		"keys":          {`{"a":0`, `,"a":0`},
		"blanks":        {``, " "},
		"blanks inside": {`{"frames":`, " "},
		"matches":       {``, `{"frames":[]}`},
		"list":          {`[`, `{"frames":[]},`},
		"depth":         {`{"x":`, `[`},
		"objects":       {``, `{"success":`},
		"escapes":       {`{"frames":[{"summary":"`, `\u0001`},
		"lines":         {`{"refereeInput":"`, `a\n`},
		"exact":         {`{"arbiter":{"exact":[{"lines":[""`, `,""`},
		"faults":        {`{"arbiter":{"faults":[{}`, `,{}`},
		"titles":        {`{"puzzleTitle":[""`, `,""`},
	} {
		begun := time.Now()
		more := &endless{text: tt.more}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		var failed error
		for _, err := range codingame.Read(io.MultiReader(strings.NewReader(tt.head), more)) {
			failed = err
		}
		runtime.ReadMemStats(&after)
		if failed == nil || more.n > codingame.MaxFile+1<<20 {
			t.Errorf("%s: %v after %d bytes", name, failed, more.n)
		}
		t.Logf("%s: %v in %v", name, failed, time.Since(begun))
		if held := int64(after.HeapSys) - int64(before.HeapSys); held > 400<<20 {
			t.Errorf("%s: %d MiB of memory", name, held>>20)
		}
	}
}

// Any file is read or refused, and what is read plays or is refused.
func FuzzSite(f *testing.F) { fuzz(f, func(x *file) map[string]any { return x.site() }) }

// FuzzRun is FuzzSite for a local run of the engine.
func FuzzRun(f *testing.F) { fuzz(f, func(x *file) map[string]any { return x.run() }) }

func fuzz(f *testing.F, form func(*file) map[string]any) {
	for _, answers := range [][]string{{}, {"0 1 U"}, {"0 1 U", "6 5 D hello"}, {""}} {
		x := &file{title: "Domain Expansion", number: 3, input: []string{"seed=1"}, names: []string{"Ann", "Bob"}, scores: []int64{0, -7}, ranks: []int{0, 1}}
		for i := range answers {
			x.frames = append(x.frames, frame{seat: i % 2, answer: &answers[i]})
		}
		x.frames = append(x.frames, frame{seat: 1})
		text, err := json.Marshal(form(x))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		f.Add(text[:len(text)/2])
	}
	all := games.All()
	f.Fuzz(func(t *testing.T, text []byte) {
		for m, err := range codingame.Read(bytes.NewReader(text)) {
			if err != nil {
				return
			}
			for _, g := range all {
				played, err := m.Play(g, codingame.Options{})
				if err != nil {
					continue
				}
				for _, p := range played {
					if _, err := p.Bytes(); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	})
}
