package domain

import (
	"bytes"
	"testing"
)

// Digests of states outlive a change of spelling: AppendState ends with the
// reason as the first records have it.
func TestStateSpellsReasonsAsEver(t *testing.T) {
	for reason, want := range map[string]string{
		reasonDomain: "domain", reasonDomainTie: "domain-tie", reasonIllegal: "illegal", reasonInvalid: "invalid",
		reasonTimeout: "timeout", reasonForfeit: "timeout", reasonTurnLimit: "turn-limit",
	} {
		m := newMatch(t)
		running := m.AppendState(nil)
		m.reason = reason
		if got := m.AppendState(nil); !bytes.Equal(got, append(running, want...)) {
			t.Errorf("%s: state ends with %q; want %q", reason, got[len(running):], want)
		}
	}
	m := matchAt(t, draw(t, "A B|.", "- -"))
	answerWith(m, "0 0 R")
	if state := m.AppendState(nil); m.Result().Reason != "domain_tie" || !bytes.HasSuffix(state, []byte("domain-tie")) {
		t.Errorf("reason %s, state %q", m.Result().Reason, state)
	}
}
