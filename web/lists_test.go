package web_test

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/web/typescript"
)

// What the pages know of a format, of an option that some formats have, and of a
// kind of fault.
type (
	formatOption struct {
		Name    string `json:"name"` // its key in the plan of a tournament
		Title   string `json:"title"`
		About   string `json:"about"`
		Least   int    `json:"least"`
		Default int    `json:"default"`
	}
	format struct {
		Name    league.Format  `json:"name"`
		About   string         `json:"about"`   // who meets whom
		Fixed   bool           `json:"fixed"`   // the pairings do not depend on results
		Ranked  bool           `json:"ranked"`  // it has placings of its own
		Options []formatOption `json:"options"` // beside what all formats have
	}
	faultKind struct {
		Kind  referee.Kind `json:"kind"`
		About string       `json:"about"`
	}
)

// The pages know the formats and the faults from one file, which is generated
// from their lists in Go.
func TestLists(t *testing.T) {
	var formats []format
	for _, i := range league.FormatInfos() {
		options := []formatOption{}
		for _, o := range i.Options {
			options = append(options, formatOption{o.Name, o.Title, o.About, o.Least, o.Default})
		}
		formats = append(formats, format{i.Name, i.About, i.Fixed, i.Ranked(), options})
	}
	var faults []faultKind
	for _, k := range referee.Kinds() {
		faults = append(faults, faultKind{k.Kind, k.About})
	}
	w := typescript.Writer{Comment: comments{}.of}
	text := ""
	for _, list := range []struct {
		about, name string
		values      any
	}{
		{"The formats of tournaments.", "FORMATS", formats},
		{"The kinds of fault.", "FAULTS", faults},
	} {
		of := reflect.TypeOf(list.values).Elem()
		name := strings.ToUpper(of.Name()[:1]) + of.Name()[1:]
		if err := w.Declare(name, of); err != nil {
			t.Fatal(err)
		}
		values, err := json.MarshalIndent(list.values, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		text += fmt.Sprintf("\n/** %s */\nexport const %s: readonly %s[] = %s;\n", list.about, list.name, name, values)
	}
	const head = "// Code generated from the lists of formats and faults in Go by make generate. DO NOT EDIT.\n\n"
	compare(t, "src/api/lists.gen.ts", []byte(head+w.String()+text))
}

// The documents have tables of the formats and of the faults.
func TestListsInDocuments(t *testing.T) {
	formats := "| format | who meets whom | options | may be extended by |\n|---|---|---|---|\n"
	for _, i := range league.FormatInfos() {
		var options []string
		for _, o := range i.Options {
			options = append(options, "`"+o.Name+"`")
		}
		grows := "nothing"
		if i.Fixed {
			grows = "starts, `games`, bots"
		} else if i.Has("rounds") {
			grows = "`rounds`"
		}
		formats += fmt.Sprintf("| `%s` | %s | %s | %s |\n", i.Name, i.About, strings.Join(options, ", "), grows)
	}
	faults := "| fault | what happened | what to do |\n|---|---|---|\n"
	for _, k := range referee.Kinds() {
		faults += fmt.Sprintf("| `%s` | %s | %s |\n", k.Kind, k.About, strings.ReplaceAll(k.Advice, "\\n", "`\\n`"))
	}
	compareTable(t, "../docs/tournaments.md", "formats", formats)
	compareTable(t, "../docs/processes.md", "faults", faults)
}

// compareTable is compare for the lines of a document between two comments.
func compareTable(t *testing.T, file, name, want string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+name+" -->\n", "<!-- end of "+name+" -->\n"
	before, rest, begins := strings.Cut(string(text), begin)
	_, after, ends := strings.Cut(rest, end)
	if !begins || !ends {
		t.Fatalf("%s has no table between %q and %q", file, begin, end)
	}
	compare(t, file, []byte(before+begin+want+end+after))
}
