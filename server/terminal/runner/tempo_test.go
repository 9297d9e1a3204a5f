package runner

import (
	"testing"
	"time"

	"arbiter/server/league"
)

// "A truthful remaining time": what it follows from is how fast matches were played in
// the last minute, not since a start when the machine was quiet.
func TestTempo(t *testing.T) {
	at := time.Unix(0, 0)
	var p tempo
	if got := p.each(at, 0); got != 0 {
		t.Errorf("%v a match before the first; want 0", got)
	}
	played := 0
	for range 60 { // ten a second for ten minutes
		at, played = at.Add(10*time.Second), played+100
		if got := p.each(at, played); got != 100*time.Millisecond {
			t.Fatalf("%v a match; want 100ms", got)
		}
	}
	for range 7 { // then one in ten seconds
		at, played = at.Add(10*time.Second), played+1
		p.each(at, played)
	}
	if got := p.each(at, played); got != 10*time.Second {
		t.Errorf("%v a match when it became slow; want 10s", got)
	}
	for range 7 {
		at = at.Add(10 * time.Second)
		p.each(at, played)
	}
	if got := p.each(at, played); got != 0 {
		t.Errorf("%v a match when none was played for a minute; want 0", got)
	}
}

// "The remaining time counts what is put off", which takes at least as long.
func TestHeadNamesWhatWasPutOff(t *testing.T) {
	p := &Progress{of: named{}, total: 40, exact: true}
	p.tempo.marks = []mark{{time.Now().Add(-30 * time.Second), 0}}
	for _, tt := range []struct {
		putOff int
		want   string
	}{{0, "cup: 30 of 40 matches, 1.0 matches/s, 10s remaining"}, {4, "cup: 30 of 40 matches, 1.0 matches/s, at least 10s remaining, 4 matches put off until the machine is quiet"}, {10, "cup: 30 of 40 matches, 1.0 matches/s, at least 10s remaining, 10 matches put off until the machine is quiet"}} {
		if got := p.head(0, 30, tt.putOff); got != tt.want {
			t.Errorf("%q; want %q", got, tt.want)
		}
	}
}

// named is a tournament of which only the name is asked.
type named struct{ Tournament }

func (named) Definition() league.Tournament { return league.Tournament{ID: "cup"} }
