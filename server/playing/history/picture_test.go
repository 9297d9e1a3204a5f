package history

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"arbiter/server/league/rating"
	"arbiter/server/playing/bisect"
)

// A picture shows every version and the marks; it is well-formed, has no script, loads
// nothing, and what authors of commits wrote stays text.
func TestPictures(t *testing.T) {
	versions := someVersions(8)
	versions[3].Subject = `</title><script>alert("x")</script>` + "\x00\x1b[31m\ufffe"
	h := New(versions, 0, rating.PairUnit)
	h.Unbuilt(1)
	for a := range 8 {
		for b := range a {
			switch {
			case a == 1 || b == 1:
			case (a >= 3) == (b >= 3):
				play(h, a, b, 80, even...)
			default:
				play(h, a, b, 80, worse...)
			}
		}
	}
	r := Result{Line: bisect.Line{Game: "keeper", Path: `bots/<mine>"&`, Versions: versions, Games: 2 * h.Trials()}, Strengths: strengths(t, h), Answer: Known, Band: 50}
	for name, picture := range map[string][]byte{"picture": r.SVG(), "badge": r.Badge(), "picture without games": Result{Line: bisect.Line{Versions: versions}}.SVG(), "badge without games": Result{Line: bisect.Line{Versions: versions}}.Badge()} {
		d := xml.NewDecoder(bytes.NewReader(picture))
		d.Strict = true
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, picture)
			}
			start, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			if start.Name.Local == "script" || start.Name.Local == "foreignObject" || start.Name.Local == "image" {
				t.Errorf("%s: found the element %s", name, start.Name.Local)
			}
			for _, a := range start.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || strings.Contains(a.Name.Local, "href") {
					t.Errorf("%s: found the attribute %s", name, a.Name.Local)
				}
			}
		}
	}
	picture := string(r.SVG())
	if n := strings.Count(picture, "<circle"); n != 7 {
		t.Errorf("%d points; want those of 7 versions", n)
	}
	if n := strings.Count(picture, "<polygon"); n != 2 {
		t.Errorf("%d parts of the band; want 2, with a gap", n)
	}
	if !strings.Contains(picture, "prefers-color-scheme:dark") || strings.Count(picture, `line class="loss"`) != 1 {
		t.Errorf("want colours for dark pages, and one mark of a loss: %s", picture)
	}
	if badge := string(r.Badge()); !strings.Contains(badge, "Elo since commit0") || !strings.Contains(badge, "#cf222e") {
		t.Errorf("%s; want a loss since the first version", badge)
	}
}

// The scale has round steps, and no more lines than can be read.
func TestPlotScale(t *testing.T) {
	for _, elo := range []float64{0, 3, 40, 90, 333, 4000} {
		r := Result{Line: bisect.Line{Versions: someVersions(2)}, Strengths: Strengths{Points: []Point{{Trials: 1, Elo: elo, Band: 20}, {Version: 1, Trials: 1, Elo: -elo, Band: 20}}}}
		p := r.plot()
		lines := int((p.high-p.low)/p.step) + 1
		if lines > 11 || p.low > -elo-20 || p.high < elo+20 || !slices.Contains([]string{"1", "2", "5"}, strings.TrimRight(fmt.Sprint(p.step), "0")) {
			t.Errorf("%+v with %d lines for %g Elo", p, lines, elo)
		}
	}
}
