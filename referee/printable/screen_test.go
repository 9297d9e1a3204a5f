package printable_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"text/tabwriter"

	"arbiter/referee/printable"
)

// "40 columns do not pile up": no line is wrapped, and none scrolls.
func TestFit(t *testing.T) {
	for _, tt := range []struct {
		text          string
		columns, rows int
		want          string
	}{
		{"short\nlines\n", 40, 24, "short\nlines\n"},
		{"exactly8\n", 8, 24, "exactly8\n"},
		{"nine cols\n", 8, 24, "nine co$\n"},
		{"blanks   \n", 6, 24, "blanks\n"},
		{"±±±±\n", 3, 24, "±±$\n"},
		{"a\nb\nc\nd\n", 9, 5, "a\nb\nc\nd\n"},
		{"a\nb\nc\nd\n", 9, 4, "a\nb\n...\n"},
		{"a\nb\n", 9, 1, "...\n"},
	} {
		if got := printable.Fit(tt.text, tt.columns, tt.rows); got != tt.want {
			t.Errorf("%q in %d columns and %d rows: %q; want %q", tt.text, tt.columns, tt.rows, got, tt.want)
		}
	}
}

// "LC_ALL=C gets ASCII": the first variable that is set decides, as in setlocale(3).
func TestASCIILocale(t *testing.T) {
	for environment, want := range map[string]bool{
		"": false, "LC_ALL=C": true, "LC_ALL=POSIX": true, "LANG=C": true, "LC_ALL=C.UTF-8": false, "LANG=en_US.UTF-8": false, "LANG=de_DE.utf8@euro": false,
		"LANG=de_DE.ISO-8859-1": true, "LANG=en_US": false, "LC_ALL=C LANG=en_US.UTF-8": true, "LC_ALL=en_US.UTF-8 LANG=C": false, "LC_CTYPE=C LANG=en_US.UTF-8": true,
	} {
		values := map[string]string{}
		for _, assignment := range strings.Fields(environment) {
			name, value, _ := strings.Cut(assignment, "=")
			values[name] = value
		}
		if got := printable.ASCII(func(name string) string { return values[name] }); got != want {
			t.Errorf("%q: %v; want %v", environment, got, want)
		}
	}
}

// In ASCII a table keeps its columns, a text is read the same, and JSON keeps its
// meaning.
func TestASCIIWriter(t *testing.T) {
	write := func(do func(w *printable.Writer)) string {
		var out bytes.Buffer
		w := printable.NewWriter(&out)
		w.ASCII = true
		do(w)
		w.Flush()
		for _, b := range out.Bytes() {
			if b >= 0x80 {
				t.Errorf("%q is not ASCII", &out)
			}
		}
		return out.String()
	}
	table := write(func(w *printable.Writer) {
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprint(table, "ELO\t±\tLOS\t\n+1200\t35\t100%\t\n")
		table.Flush()
	})
	if want := "    ELO  +-   LOS\n  +1200  35  100%\n"; table != want {
		t.Errorf("%q; want %q", table, want)
	}
	for text, want := range map[string]string{
		"+3 ± 5": "+3 +- 5", "pairs (0, ½, 1, 1½, 2)": "pairs (0, 1/2, 1, 1 1/2, 2)", "Zoë": `Zo\u00eb`, "🐍": `\ud83d\udc0d`, "end  ": "end  ",
	} {
		if got := write(func(w *printable.Writer) { fmt.Fprint(w, text) }); got != want {
			t.Errorf("%q: %q; want %q", text, got, want)
		}
	}
	value := map[string]string{"name": "Zoë ½ ± 🐍  "}
	var back map[string]string
	text := write(func(w *printable.Writer) { json.NewEncoder(w).Encode(value) })
	if err := json.Unmarshal([]byte(text), &back); err != nil || back["name"] != value["name"] {
		t.Errorf("%q: %q, %v; want %q", text, back, err, value)
	}
}

// Colours are for terminals.
func TestPrintElsewhere(t *testing.T) {
	var out bytes.Buffer
	if err := printable.Print(printable.NewWriter(&out), printable.Red, "fault\n"); err != nil || out.String() != "fault\n" {
		t.Errorf("%q, %v; want it as it is", &out, err)
	}
}
