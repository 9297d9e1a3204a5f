package htmlexport_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/replay"
	"arbiter/referee/replay/htmlexport"
	"arbiter/web"
)

// small is a template with nothing in it but the slots.
const small = "<title>{{title}}</title><p>{{caption}}</p><script id=replay type=x>{{replay}}</script>"

// hostile is what a bot writes that wants to be run, and what breaks scripts.
const hostile = "</script><script>alert('{{replay}}')</script>\u2028]]>--><!--\x00\xff</title>"

// match returns a match of domain.
func match(t *testing.T) (*replay.Record, referee.Game) {
	t.Helper()
	rec, err := replay.Open("../../../web/fixtures/domain.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	g, err := games.Find(rec.Header.Game)
	if err != nil {
		t.Fatal(err)
	}
	return rec, g
}

func write(t *testing.T, template string, rec *replay.Record, g referee.Game) string {
	t.Helper()
	var out bytes.Buffer
	if err := htmlexport.Write(&out, []byte(template), rec, g); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// lines returns the replay inside of a page.
func lines(t *testing.T, html string) string {
	t.Helper()
	_, rest, _ := strings.Cut(html, "<script id=")
	_, rest, _ = strings.Cut(rest, ">")
	packed, _, _ := strings.Cut(rest, "</script>")
	zip, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(packed)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func full(t *testing.T, rec *replay.Record, g referee.Game) string {
	t.Helper()
	var out bytes.Buffer
	if err := replay.ExportFull(rec, g, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The page holds the full export to the byte.
func TestLines(t *testing.T) {
	rec, g := match(t)
	html := write(t, small, rec, g)
	if got, want := lines(t, html), full(t, rec, g); got != want {
		t.Errorf("the page has %d bytes of lines; want %d, the full export", len(got), len(want))
	}
	for _, want := range []string{"<title>" + rec.Header.Seats[0].Name + " - ", "A match of domain, seed ", "Arbiter " + rec.Header.Arbiter, rec.Footer.Result.Reason} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in %.600s", want, html)
		}
	}
}

// The title and the caption, which the page's own words surround, are printable:
// a name does not reorder them, nor hide in them.
func TestTitleIsPrintable(t *testing.T) {
	rec, g := match(t)
	rec.Header.Seats[0].Name = "a\u202eb\u200bc\x1b"
	html := write(t, small, rec, g)
	if strings.ContainsAny(html, "\u202e\u200b\x1b") || strings.Count(html, `a\u202eb\u200bc\u001b`) != 2 {
		t.Errorf("page %.300q", html)
	}
}

// A cut record is shown as far as it goes, and the caption says so.
func TestCut(t *testing.T) {
	rec, g := match(t)
	rec.Footer = nil
	html := write(t, small, rec, g)
	if lines(t, html) != full(t, rec, g) || !strings.Contains(html, "cut before its end") {
		t.Errorf("page %.600s", html)
	}
}

// Whatever a bot is called and whatever it writes, the page has the elements
// of its template and no others.
func TestHostile(t *testing.T) {
	rec, g := match(t)
	plain := write(t, small, rec, g)
	rec.Header.Seats[0].Name, rec.Header.Seats[1].Bot, rec.Header.Arbiter = hostile, hostile, hostile
	rec.Turns[0].Answers[0].Stderr = []byte(hostile)
	rec.Footer.Result.Reason = hostile
	html := write(t, small, rec, g)
	if got, want := strings.Count(html, "<"), strings.Count(plain, "<"); got != want {
		t.Errorf("%d tags; want %d", got, want)
	}
	if lines(t, html) != full(t, rec, g) {
		t.Error("the lines are others than the full export's")
	}
}

func TestNoTemplate(t *testing.T) {
	rec, g := match(t)
	var out bytes.Buffer
	if err := htmlexport.Write(&out, nil, rec, g); !errors.Is(err, htmlexport.ErrNoTemplate) || out.Len() > 0 {
		t.Errorf("error %v and %d bytes; want ErrNoTemplate and none", err, out.Len())
	}
	if err := htmlexport.Write(&out, []byte("<title>{{title}}</title>"), rec, g); err == nil || !strings.Contains(err.Error(), "{{caption}}") {
		t.Errorf("error %v; want one that names {{caption}}", err)
	}
}

// The page that is built takes a match and asks nobody for anything.
func TestBuilt(t *testing.T) {
	template := web.ReplayPage()
	if template == nil {
		t.Skip("the pages are not built: make build") // go test alone needs no Node; make test builds them first
	}
	rec, g := match(t)
	html := write(t, string(template), rec, g)
	if strings.Contains(html, "{{title}}") || strings.Contains(html, "{{replay}}") || !strings.Contains(html, "default-src 'none'") {
		t.Error("a slot is empty, or there is no policy")
	}
	for _, outside := range []string{`src="`, `href="`, "@import", "url(", "import("} {
		if i := strings.Index(html, outside); i >= 0 {
			t.Errorf("the page leads outside: %.80q", html[i:])
		}
	}
	start := strings.Index(html, `<script id="replay"`)
	if got := lines(t, strings.Replace(html[start:], `<script id="replay"`, "<script id=", 1)); got != full(t, rec, g) {
		t.Error("the lines are others than the full export's")
	}
}
