// Prose counts the sentences that a reader has to read twice, in the comments of Go,
// TypeScript and shell, in the documents, and in the texts of help, errors and pages.
// It lists them, the hardest first, and fails if there are more than 3 of 1000.
//
//	go run .ci/prose.go          all files that git knows
//	go run .ci/prose.go -all 40  the 40 hardest, also when there are few enough
//
// A hit is a place to look at. The remedy is to name the noun again, and to make two
// sentences of one.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const (
	mostOfThousand = 3  // hard sentences of 1000
	shortest       = 6  // words of a sentence that counts
	long           = 30 // words after which a sentence is long
	hard           = 3  // points of a sentence that is read twice
	shown          = 20 // hits that are listed
)

// A rule gives points to a sentence for each of its matches beyond the first free ones.
type rule struct {
	points, free int
	pattern      *regexp.Regexp
}

// rules returns what makes a sentence hard, beside its length.
func rules() []rule {
	words := func(points, free int, alternatives string) rule {
		return rule{points, free, regexp.MustCompile(`(?i)\b(?:` + alternatives + `)\b`)}
	}
	return []rule{
		// A pronoun stands for the noun of an earlier sentence: "that of the other one".
		words(1, 0, `(?:that|those|one|ones|what|some|none|all) (?:of|in|from|with|by)`),
		// A clause begins with a preposition: "the game of which the seed decides".
		words(1, 0, `(?:of|to|by|for|in|with|at|from|on|after|before|beside) (?:which|whom|what|whose)`),
		// The verb says that there is nothing.
		words(2, 0, `(?:is|are|was|were) (?:none|nothing|nobody)`),
		// Relative and subordinate clauses are stacked.
		words(1, 2, `which|that|who|whose|whom|what|where|when|while|if|unless|until|because|since|as|than`),
		// Negations are stacked.
		words(1, 1, `no|not|never|nothing|nobody|none|neither|nor|without|cannot`),
	}
}

// A hit is a hard sentence.
type hit struct {
	points   int
	place    string
	sentence string
}

// A survey counts sentences.
type survey struct {
	rules []rule
	count int
	hits  []hit
}

var (
	sentenceEnd = regexp.MustCompile(`[.!?;:]["')]*\s+`)
	quotation   = regexp.MustCompile("`[^`]*`|\"[^\"]*\"|\\]\\([^)]*\\)|https?://\\S+")
	skipped     = regexp.MustCompile(`(^|/)(testdata|node_modules|dist|docs/rules|docs/calibration)/|\.gen\.ts$|/schema\.ts$|^CHANGELOG\.md$`)
	// scriptLine is a line of a comment in TypeScript or JavaScript, whose text begins after the stars.
	scriptLine = regexp.MustCompile(`^\s*(?://|/\*\*?|\*)\s?(.*?)(?:\s*\*/)?\s*$`)
	shellLine  = regexp.MustCompile(`^\s*#(?:$| ?([^!\t ].*))`)
	pageText   = regexp.MustCompile(`>([^<>{}=;]{30,})<`)
	listItem   = regexp.MustCompile(`^\s*(?:[-*]|\d+\.)\s+`)
	apart      = regexp.MustCompile(`^(?:#|\||<|>|    |\t|\s*$)`) // lines of Markdown that are no prose
)

// add counts the sentences of a text.
func (s *survey) add(place, text string) {
	text = quotation.ReplaceAllString(strings.Join(strings.Fields(text), " "), "X")
	for text != "" {
		sentence := text
		if end := sentenceEnd.FindStringIndex(text); end != nil {
			sentence, text = text[:end[1]], text[end[1]:]
		} else {
			text = ""
		}
		words := len(strings.Fields(sentence))
		if words < shortest {
			continue
		}
		s.count++
		points := max(0, words-long+5) / 5
		for _, r := range s.rules {
			points += r.points * max(0, len(r.pattern.FindAllString(sentence, -1))-r.free)
		}
		if points >= hard {
			s.hits = append(s.hits, hit{points, place, strings.TrimSpace(sentence)})
		}
	}
}

// paragraphs adds the lines of a file of which prose returns the text. A line without text
// ends a paragraph, and so does one that begins another.
func (s *survey) paragraphs(path, content string, prose func(line string) (text string, begins bool)) {
	var held []string
	first := 0
	flush := func() {
		s.add(fmt.Sprintf("%s:%d", path, first), strings.Join(held, " "))
		held = nil
	}
	for n, line := range strings.Split(content, "\n") {
		text, begins := prose(line)
		if text == "" || begins {
			flush()
		}
		if len(held) == 0 {
			first = n + 1
		}
		if text != "" {
			held = append(held, text)
		}
	}
	flush()
}

// goFile adds the comments of a Go file, the help of its flags and, outside of tests, the texts of its errors.
func (s *survey) goFile(path, content string) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, content, parser.ParseComments)
	if err != nil {
		return err
	}
	place := func(n ast.Node) string {
		return fmt.Sprintf("%s:%d", path, files.Position(n.Pos()).Line)
	}
	for _, group := range file.Comments {
		s.paragraphs(path, strings.Repeat("\n", files.Position(group.Pos()).Line-1)+group.Text(), func(line string) (string, bool) {
			if strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "  ") { // code, or a table
				return "", false
			}
			return line, listItem.MatchString(line)
		})
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			if n.Tag != nil {
				tag, _ := strconv.Unquote(n.Tag.Value)
				s.add(place(n.Tag), reflect.StructTag(tag).Get("help"))
			}
		case *ast.CallExpr:
			called := ""
			switch f := n.Fun.(type) {
			case *ast.Ident:
				called = f.Name
			case *ast.SelectorExpr:
				called = f.Sel.Name
			}
			if strings.HasSuffix(path, "_test.go") || !slices.Contains([]string{"Usagef", "Errorf", "New"}, called) || len(n.Args) == 0 {
				break
			}
			if text, ok := n.Args[0].(*ast.BasicLit); ok && text.Kind == token.STRING {
				said, _ := strconv.Unquote(text.Value)
				s.add(place(text), said)
			}
		}
		return true
	})
	return nil
}

// file adds a file by its kind.
func (s *survey) file(path string) error {
	if skipped.MatchString(path) {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil // it was deleted, or is a link to nowhere
	}
	content := string(text)
	switch kind := filepath.Ext(path); {
	case kind == ".go":
		return s.goFile(path, content)
	case kind == ".ts", kind == ".tsx", kind == ".mjs":
		s.paragraphs(path, content, func(line string) (string, bool) {
			if m := scriptLine.FindStringSubmatch(line); m != nil && !strings.HasPrefix(m[1], "@") {
				return m[1], strings.Contains(line, "/*")
			}
			return "", false
		})
		if kind == ".tsx" {
			for _, m := range pageText.FindAllStringSubmatchIndex(content, -1) {
				s.add(fmt.Sprintf("%s:%d", path, 1+strings.Count(content[:m[2]], "\n")), content[m[2]:m[3]])
			}
		}
	case kind == ".md":
		code := false
		s.paragraphs(path, content, func(line string) (string, bool) {
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				code = !code
				return "", false
			}
			if code || apart.MatchString(line) {
				return "", false
			}
			return listItem.ReplaceAllString(line, ""), listItem.MatchString(line)
		})
	case kind == ".sh", path == "Makefile", strings.HasPrefix(content, "#!") && strings.Contains(strings.SplitN(content, "\n", 2)[0], "sh"):
		s.paragraphs(path, content, func(line string) (string, bool) {
			if m := shellLine.FindStringSubmatch(line); m != nil {
				return m[1], false
			}
			return "", false
		})
	}
	return nil
}

func main() {
	all := flag.Int("all", 0, "list so many of the hardest sentences in any case")
	flag.Parse()
	out, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil {
		fmt.Fprintln(os.Stderr, "git ls-files:", err)
		os.Exit(1)
	}
	s := survey{rules: rules()}
	for _, path := range strings.Split(strings.TrimRight(string(out), "\x00"), "\x00") {
		if err := s.file(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	slices.SortStableFunc(s.hits, func(a, b hit) int { return cmp.Compare(b.points, a.points) })
	tooMany := 1000*len(s.hits) > mostOfThousand*s.count
	list := *all
	if tooMany {
		list = max(list, shown)
	}
	for _, h := range s.hits[:min(list, len(s.hits))] {
		fmt.Printf("%2d  %s: %s\n", h.points, h.place, h.sentence)
	}
	if tooMany {
		fmt.Printf("%d of %d sentences have to be read twice; at most %d of 1000 may: name nouns again, and make two sentences of one\n", len(s.hits), s.count, mostOfThousand)
		os.Exit(1)
	}
}
