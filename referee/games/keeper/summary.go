package keeper

import (
	"fmt"
	"strings"

	"arbiter/referee"
)

var _ referee.SummaryChecker = (*match)(nil)

// warnings are how the published referee says that an action came to nothing, which is a forgiven
// fault here.
func warnings() []string {
	return []string{
		"$0 [Warning] Not enough weapon charges.",
		"$0 [Warning] Given coordinates are outside weapon range.",
		"$0 [Warning] MOVE target unreachable. No step closing distance possible.",
	}
}

// Contradicts implements referee.SummaryChecker. It knows the warnings. A turn without
// one proves nothing, since most turns have no summary.
func (m *match) Contradicts(summary []string) string {
	if f := m.answered.fault; f != nil && f.Forgiven {
		return ""
	}
	for _, line := range summary {
		for _, warning := range warnings() {
			if strings.TrimSpace(line) == warning {
				return fmt.Sprintf("the referee warned %q; by the rules the answer was carried out", warning)
			}
		}
	}
	return ""
}
