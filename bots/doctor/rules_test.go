package doctor

import (
	"os"
	"strings"
	"testing"

	"arbiter/referee"
)

// What a finding quotes as a rule of processes stands in their page. Those of a game are
// tested with it.
func TestRulesStandInThePages(t *testing.T) {
	processes := page(t, "processes")
	rules := []string{
		ruleFlush, ruleBuild, ruleMemory, ruleWholeInput, ruleLineEnd, ruleEnd, ruleChildren, ruleStderr, rulePlace, ruleEnviron,
	}
	for _, kind := range referee.Kinds() {
		rules = append(rules, kind.Rule)
	}
	for _, rule := range rules {
		if !strings.Contains(processes, joined(rule)) {
			t.Errorf("docs/processes.md does not say %q", rule)
		}
	}
}

// page returns a page of docs on one line.
func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/" + name + ".md")
	if err != nil {
		t.Fatal(err)
	}
	return joined(string(text))
}

func joined(text string) string { return strings.Join(strings.Fields(text), " ") }
