package printable_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"pgregory.net/rapid"

	"arbiter/referee/printable"
)

// "Markdown that shows it": names that people give are still read and copied.
func TestMarkdown(t *testing.T) {
	for typed, want := range map[string]string{
		"mine v1.2":                      "`mine v1.2`",
		"builtin:domain/boss?nodes=2000": "`builtin:domain/boss?nodes=2000`",
		"git:main:bots/mine":             "`git:main:bots/mine`",
		"":                               "",
		"[a](http://b) @user #1":         "`[a](http://b) @user #1`",
		"a`b":                            "``a`b``",
		"``":                             "``` `` ```",
		" a":                             "`  a `",
		"  ":                             "`  `",
		"a|b":                            "`a\\u007cb`",
		"a\n# b":                         "`a\\u000a# b`",
	} {
		if got := printable.Markdown(typed); got != want {
			t.Errorf("%q: %q; want %q", typed, got, want)
		}
	}
}

// markup is what Markdown, GitHub and GitLab make something of.
func markup() *rapid.Generator[string] {
	parts := rapid.SampledFrom([]string{
		"a", " ", "\n", "\r", "\r\n", "\t", "`", "``", "```", "~~~", "|", "\\", "\\|", "*", "_", "#", "# ", "- ", "1. ", "> ", "    ", "\n\n", "---",
		"<", ">", "<b>", "</code>", "<!--", "-->", "<script>", "&lt;", "&#64;", "[a](b)", "![a](b)", "[a]: b\n", "[^1]", "[", "](", ")", "$", "$$", "[[a]]",
		"http://a.b", "https://a.b/c", "www.a.b", "a@b.cd", "<http://a.b>", "@user", "@org/team", "#123", "GH-1", "!1", "a/b#1", "a5c3785ed8d6a35868bc169f07e40e889087fd2e",
		":smile:", "{{", "\u202e", "\u200b", "\x1b", "\xff", "é",
	})
	return rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOf(parts).Draw(t, "parts"), "") })
}

// shown is what a parser of GitHub's flavour finds in a document.
type shown struct {
	code []string // of each span and block
	rest string   // the kinds of all other nodes, and the text outside of code
}

func parse(document string) (s shown) {
	source := []byte(document)
	root := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote)).Parser().Parse(text.NewReader(source))
	var rest strings.Builder
	ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			rest.WriteString(")")
			return ast.WalkContinue, nil
		}
		fmt.Fprintf(&rest, "(%s ", n.Kind())
		switch n := n.(type) {
		case *ast.CodeSpan, *ast.CodeBlock, *ast.FencedCodeBlock:
			s.code = append(s.code, codeIn(n, source))
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			rest.Write(n.Value(source))
		case *ast.String:
			rest.Write(n.Value)
		}
		return ast.WalkContinue, nil
	})
	s.rest = rest.String()
	return s
}

// codeIn returns the text of a span or a block.
func codeIn(n ast.Node, source []byte) string {
	var code strings.Builder
	if n.Type() == ast.TypeBlock {
		for i := range n.Lines().Len() {
			line := n.Lines().At(i)
			code.Write(line.Value(source))
		}
	}
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		code.Write(child.(*ast.Text).Value(source))
	}
	return code.String()
}

// "A code span, in which the flavours of CommonMark, GitHub and GitLab make no
// link, image, HTML, mention, reference or commit of what is written": wherever
// it stands, the rest of the document is what it is with a harmless text, and the
// span has the text.
func TestMarkdownIsCode(t *testing.T) {
	for name, document := range map[string]string{
		"heading":   "## a: %s against %s: c\n\nb\n",
		"paragraph": "%s\n\nb %s, c\n",
		"list":      "- %s on %s: a\n- b\n",
		"table":     "| | |\n|---|---|\n| a %s | %s |\n| b | c |\n",
	} {
		t.Run(name, func(t *testing.T) {
			plain := parse(fmt.Sprintf(document, "`x`", "`x`"))
			rapid.Check(t, func(t *rapid.T) {
				a, b := "a"+markup().Draw(t, "a"), markup().Draw(t, "b")+"b"
				source := fmt.Sprintf(document, printable.Markdown(a), printable.Markdown(b))
				got := parse(source)
				if got.rest != plain.rest {
					t.Fatalf("%q: outside of code\n%s\nwant\n%s", source, got.rest, plain.rest)
				}
				for i, typed := range []string{a, b} {
					if want := strings.ReplaceAll(printable.Line(typed), "|", `\u007c`); got.code[i] != want {
						t.Fatalf("%q: code %q; want %q", source, got.code[i], want)
					}
				}
			})
		})
	}
}

// "Nothing within it can end it."
func TestMarkdownBlock(t *testing.T) {
	for name, tt := range map[string]struct {
		document    string
		indentation int
	}{
		"document": {"a\n%sb\n", 0},
		"list":     {"- a\n%s- b\n", 2},
	} {
		t.Run(name, func(t *testing.T) {
			plain := parse(fmt.Sprintf(tt.document, printable.MarkdownBlock("x", tt.indentation)))
			rapid.Check(t, func(t *rapid.T) {
				typed := "x" + markup().Draw(t, "text")
				source := fmt.Sprintf(tt.document, printable.MarkdownBlock(typed, tt.indentation))
				got := parse(source)
				if got.rest != plain.rest {
					t.Fatalf("%q: outside of code\n%s\nwant\n%s", source, got.rest, plain.rest)
				}
				want := strings.Fields(printable.Text(typed)) // parsers differ about spaces in empty lines
				if code := strings.Fields(got.code[0]); !slices.Equal(code, want) {
					t.Fatalf("%q: code %q; want %q", source, code, want)
				}
			})
		})
	}
}

// Whatever a text is, Markdown of it is one span of code with the text, and Line
// and Text of it are printable.
func FuzzMarkdown(f *testing.F) {
	for _, seed := range []string{"mine v1.2", "`` [a](b) @user #1", "|\\|", "a\n\n# b", " `", "\u202e\xff\U000e0041", "<!-- http://a.b -->"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		for _, r := range printable.Line(typed) + strings.NewReplacer("\n", "", "\r\n", "", "\t", "").Replace(printable.Text(typed)) {
			if !printable.Safe(r) {
				t.Fatalf("%q has %U", typed, r)
			}
		}
		if typed == "" {
			return
		}
		got := parse("a " + printable.Markdown(typed) + " b\n")
		if want := parse("a `x` b\n"); got.rest != want.rest || got.code[0] != strings.ReplaceAll(printable.Line(typed), "|", `\u007c`) {
			t.Fatalf("%q: code %q in %s", typed, got.code, got.rest)
		}
	})
}
