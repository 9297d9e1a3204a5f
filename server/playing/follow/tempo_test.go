package follow

import (
	"testing"
	"time"
)

// "A truthful remaining time": what it follows from is how fast matches were played in
// the last minute, not since a start when the machine was quiet.
func TestTempo(t *testing.T) {
	at := time.Unix(0, 0)
	var p Tempo
	if got := p.Each(at, 0); got != 0 {
		t.Errorf("%v a match before the first; want 0", got)
	}
	played := 0
	for range 60 { // ten a second for ten minutes
		at, played = at.Add(10*time.Second), played+100
		if got := p.Each(at, played); got != 100*time.Millisecond {
			t.Fatalf("%v a match; want 100ms", got)
		}
	}
	for range 7 { // then one in ten seconds
		at, played = at.Add(10*time.Second), played+1
		p.Each(at, played)
	}
	if got := p.Each(at, played); got != 10*time.Second {
		t.Errorf("%v a match when it became slow; want 10s", got)
	}
	for range 7 {
		at = at.Add(10 * time.Second)
		p.Each(at, played)
	}
	if got := p.Each(at, played); got != 0 {
		t.Errorf("%v a match when none was played for a minute; want 0", got)
	}
}
