package whatif

import (
	"context"
	"strings"
	"testing"
)

// A match that this build plays otherwise than recorded tells no habit, and the report
// says how much it has examined.
func TestUnplayable(t *testing.T) {
	s := recorded(t, 0, 0)
	other := *s.Record
	other.Turns = append(other.Turns[:0:0], other.Turns...)
	other.Turns[1].Digest++
	broken := s
	broken.Record = &other
	if seen := watch(broken); seen != nil {
		t.Errorf("it showed %v", seen)
	}
	c, err := newSearcher(t.Context(), []Seat{s, broken}, nil)
	if err != nil || c.own[0].seen == nil || c.own[1].seen != nil {
		t.Errorf("%v, %+v; want the other match", err, c.own)
	}
	for _, cause := range c.habitCauses() {
		if cause.Examined != 0.5 {
			t.Errorf("%+v; want half of the matches examined", cause)
		}
	}
	if _, err := newSearcher(stopped(t), []Seat{s}, nil); err == nil || !strings.Contains(err.Error(), "canceled") {
		t.Errorf("%v; want the end of the context", err)
	}
}

func stopped(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}
