package check_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"pgregory.net/rapid"

	"arbiter/referee/printable"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
)

// verdict returns a verdict in which everything that strangers write is a text.
func verdict(what check.Answer, stranger string) check.Verdict {
	bot := func(n int) league.Bot {
		return league.Bot{ID: fmt.Sprint(stranger, n), Name: stranger, Typed: stranger}
	}
	candidate := bot(1)
	about := check.Case{
		Game: "keeper", Candidate: candidate, Baseline: bot(2),
		Flag: "--db '" + stranger + "'", Command: "arbiter check keeper --candidate '" + stranger + "'",
	}
	if what == check.NoBuild {
		return check.Unbuilt(about, errors.New(stranger), "x"+stranger)
	}
	decided := map[check.Answer]rating.Decision{check.NotWeaker: rating.H1, check.Weaker: rating.H0, check.NotProven: rating.Undecided}
	return check.NewVerdict(about, check.Played{
		Status: check.Status{
			Decision: decided[what], LLRs: []float64{1},
			Faults:    map[string]map[string]int{candidate.ID: {stranger: 3}},
			Opponents: map[string]check.OpponentGames{stranger: {}},
			Scores:    &rating.PairedMean{Candidate: new(float64), Baseline: new(float64), Difference: new(float64)},
			Gains:     []check.Swing{{Start: league.Start{Name: stranger}}},
		},
		Worst: []check.WorstMatch{{Match: stranger, Start: stranger, Why: stranger, Stderr: "x" + stranger}},
		Why:   "Only 2 of 20 games are distinct.",
	})
}

// hostile draws what Markdown, XML and terminals make something of.
func hostile() *rapid.Generator[string] {
	parts := rapid.SampledFrom([]string{
		"a", " ", "\n", "\r", "\t", "`", "```", "|", "\\", "*", "# ", "- ", "<", ">", "<b>", "<!--", "-->", "]]>", "&", "&#0;", "\"", "'",
		"[a](b)", "![a](b)", "http://a.b", "www.a.b", "a@b.cd", "@user", "@org/team", "#123", "GH-1", "a5c3785ed8d6a35868bc169f07e40e889087fd2e",
		"\x00", "\x1b[2J", "\x0b", "\ufffe", "\uffff", "\u2028", "\u202e", "\u200b", "\U000e0041", "\xff", "\xed\xa0\x80", "é",
	})
	return rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOf(parts).Draw(t, "parts"), "") })
}

// outsideCode returns the structure of a document and its text outside of code.
func outsideCode(document []byte) string {
	root := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(document))
	var rest strings.Builder
	ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			fmt.Fprintf(&rest, "%s ", n.Kind())
			if t, ok := n.(*ast.Text); ok && n.Parent().Kind() != ast.KindCodeSpan {
				rest.Write(t.Value(document))
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.ReplaceAll(rest.String(), "Text Text ", "Text ") // a span may end up in several
}

// "What bots and who typed them wrote is in code": a report has the same
// headings, tables, items and words outside of code whoever plays, and no link,
// image or HTML.
func TestMarkdownOfStrangers(t *testing.T) {
	for _, what := range []check.Answer{check.NotWeaker, check.NoBuild} {
		with := func(stranger string) []byte {
			return verdict(what, stranger).Markdown()
		}
		plain := outsideCode(with("x"))
		for _, kind := range []ast.NodeKind{ast.KindLink, ast.KindAutoLink, ast.KindImage, ast.KindRawHTML, ast.KindHTMLBlock} {
			if strings.Contains(plain, kind.String()) {
				t.Errorf("a report has a node of the kind %s: %s", kind, plain)
			}
		}
		rapid.Check(t, func(t *rapid.T) {
			stranger := "x" + hostile().Draw(t, "text")
			document := with(stranger)
			if got := outsideCode(document); got != plain {
				t.Fatalf("%s\nis outside of code\n%s\nwant\n%s", document, got, plain)
			}
			wantPrintable(t, document)
		})
	}
}

// A JUnit report is well-formed XML with the same elements whatever bots write,
// and it is printable.
func TestJUnitOfStrangers(t *testing.T) {
	elements := func(t interface{ Fatalf(string, ...any) }, document []byte) (names []string) {
		decoder := xml.NewDecoder(bytes.NewReader(document))
		for {
			token, err := decoder.Token()
			if err == io.EOF {
				return names
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, document)
			}
			switch token := token.(type) {
			case xml.StartElement:
				names = append(names, token.Name.Local)
				for _, a := range token.Attr {
					names = append(names, a.Name.Local)
				}
			case xml.EndElement, xml.CharData, xml.ProcInst:
			default:
				t.Fatalf("%T in\n%s", token, document)
			}
		}
	}
	for _, what := range []check.Answer{check.NotWeaker, check.Weaker, check.NotProven, check.NoBuild} {
		with := func(stranger string) []byte {
			return verdict(what, stranger).JUnit()
		}
		plain := fmt.Sprint(elements(t, with("x")))
		rapid.Check(t, func(t *rapid.T) {
			document := with("x" + hostile().Draw(t, "text"))
			if got := fmt.Sprint(elements(t, document)); got != plain {
				t.Fatalf("%s\nhas the elements %s; want %s", document, got, plain)
			}
			wantPrintable(t, document)
		})
	}
}

// "A report is printable", line by line, as a terminal shows it.
func TestTextOfStrangers(t *testing.T) {
	lines := strings.Count(string(verdict(check.Weaker, "x").Text()), "\n")
	rapid.Check(t, func(t *rapid.T) {
		stranger := strings.ReplaceAll(hostile().Draw(t, "text"), "\n", "") // stderr has lines
		text := verdict(check.Weaker, "x"+stranger).Text()
		wantPrintable(t, text)
		if got := strings.Count(string(text), "\n"); got != lines {
			t.Fatalf("%q has %d lines; want %d", text, got, lines)
		}
	})
}

// wantPrintable fails if a text has what a terminal does not show as it is.
func wantPrintable(t *rapid.T, text []byte) {
	t.Helper()
	if !utf8.Valid(text) {
		t.Fatalf("%q is not UTF-8", text)
	}
	for _, r := range strings.ReplaceAll(string(text), "\r\n", "\n") {
		if r != '\n' && r != '\t' && !printable.Safe(r) {
			t.Fatalf("%q has %U", text, r)
		}
	}
}

// "To reproduce names commits and digests", of both bots.
func TestReproduceNamesDigests(t *testing.T) {
	about := check.Case{
		Command:   "arbiter check keeper",
		Candidate: league.Bot{ID: "new@1", SHA256: "aaaa", Digest: "1"}, CandidateCommit: "c0ffee",
		Baseline: league.Bot{ID: "old@2", Digest: "2222"},
	}
	want := "To reproduce:\n\n    arbiter check keeper\n    # candidate new@1, sha256 aaaa, git commit c0ffee\n    # baseline old@2, digest 2222\n"
	if text := string(check.NewVerdict(about, check.Played{}).Markdown()); !strings.Contains(text, want) {
		t.Errorf("%s; want in it\n%s", text, want)
	}
}

// "One stable name, digests in properties": a test is called the same whatever it comes to,
// whichever commit its candidate is of, and when that does not build.
func TestJUnitNameIsStable(t *testing.T) {
	for _, typed := range []string{"bots/mine", "git:a1b2c3:bots/mine", "git:main:bots/mine"} {
		built := check.Case{Game: "keeper", Question: question(1), CandidateCommit: "c0ffee",
			Candidate: league.Bot{ID: "mine@1", Name: "mine", Typed: typed, SHA256: "aaaa"}, Baseline: league.Bot{ID: "old@2", Name: "old"}}
		unbuilt := check.Case{Game: "keeper", Candidate: league.Bot{Game: "keeper", Typed: typed}, Baseline: league.Bot{Typed: "old"}}
		played := string(check.NewVerdict(built, check.Played{}).JUnit())
		for what, text := range map[string]string{"played": played, "not built": string(check.Unbuilt(unbuilt, errors.New("no"), "").JUnit())} {
			if !strings.Contains(text, `<testcase name="bots/mine against its baseline" classname="arbiter.keeper"`) {
				t.Errorf("%s, %s: %s; want the name of the candidate alone", typed, what, text)
			}
		}
		for _, want := range []string{`name="candidate" value="mine@1"`, `name="candidate sha256" value="aaaa"`, `name="candidate commit" value="c0ffee"`, `name="baseline" value="old@2"`} {
			if !strings.Contains(played, want) {
				t.Errorf("%s; want %s", played, want)
			}
		}
	}
}
