package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"arbiter/docs/reference"
)

// "A test checks that every path quoted here exists", and that a name that is quoted
// as "`Name` in `file.go`" is declared there.
func TestGlossaryNamesCode(t *testing.T) {
	text := reference.Document(t, "docs/glossary.md")
	path := regexp.MustCompile("`((?:referee|bots|server|web|docs)(?:/[^` ]*)?)`")
	for _, match := range path.FindAllStringSubmatch(text, -1) {
		if _, err := os.Stat(filepath.Join(reference.Root(t), match[1])); err != nil {
			t.Errorf("docs/glossary.md names %s, which does not exist", match[1])
		}
	}
	named := regexp.MustCompile("`([A-Z][A-Za-z]*)` in `([^`]+\\.go)`")
	for _, match := range named.FindAllStringSubmatch(text, -1) {
		if code := reference.Document(t, match[2]); !strings.Contains(code, "\ntype "+match[1]+" ") {
			t.Errorf("docs/glossary.md says that %s declares %s", match[2], match[1])
		}
	}
}
