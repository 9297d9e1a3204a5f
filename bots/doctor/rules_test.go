package doctor

import (
	"os"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/games"
)

// What a finding quotes as a rule stands in the pages.
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
	for _, g := range games.All() {
		name := g.Info().Name
		if form := answerForms()[name]; form == "" || !strings.Contains(page(t, "rules/"+name), joined(form)) {
			t.Errorf("docs/rules/%s.md does not say %q", name, form)
		}
		rules := illegalRules()[name]
		if len(rules) == 0 || rules[len(rules)-1].why != "" {
			t.Errorf("%s: the last rule is not that of all other reasons", name)
		}
		for _, r := range rules {
			if !strings.Contains(page(t, "rules/"+name), joined(r.rule)) {
				t.Errorf("docs/rules/%s.md does not say %q", name, r.rule)
			}
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
