package serve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// "Scheme and host alone": anything else could add directives to the policy.
func TestEmbedOrigin(t *testing.T) {
	for origin, want := range map[string]bool{
		"https://example.org":       true,
		"http://localhost:3000":     true,
		"example.org":               false,
		"https://":                  false,
		"https://example.org/page":  false,
		"https://example.org; x":    false,
		"https://a.org https://b.c": false,
		"https://*.example.org":     false,
		"'self'":                    false,
	} {
		if got := isOrigin(origin); got != want {
			t.Errorf("isOrigin(%q) = %v; want %v", origin, got, want)
		}
	}
}

// "With tokens it needs --public-read."
func TestEmbedOriginWithTokens(t *testing.T) {
	f := serveSettings{EmbedOrigin: []string{"https://example.org"}}
	if _, err := f.tokens("secret"); err == nil || !strings.Contains(err.Error(), "--public-read") {
		t.Errorf("error %v; want one that names --public-read", err)
	}
	f.PublicRead = true
	if _, err := f.tokens("secret"); err != nil {
		t.Error(err)
	}
}

// "Default: yes"; the flag overrides the file, in both directions.
func TestSwitches(t *testing.T) {
	file := filepath.Join(t.TempDir(), "arbiter.toml")
	for key, setting := range map[string]func(serveSettings) *bool{
		"live":           func(f serveSettings) *bool { return f.Live },
		"analyse_losses": func(f serveSettings) *bool { return f.Losses },
	} {
		name := strings.ReplaceAll(key, "_", "-")
		for _, tt := range []struct {
			file, flag string
			want       bool
		}{
			{"", "", true},
			{"", "--no-" + name, false},
			{key + " = false", "", false},
			{key + " = false", "--" + name, true},
			{key + " = true", "--no-" + name, false},
		} {
			if err := os.WriteFile(file, []byte(tt.file), 0o644); err != nil {
				t.Fatal(err)
			}
			var c Serve
			parser, err := kong.New(&c, kong.Vars{"isolation": ""})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parser.Parse(append(strings.Fields(tt.flag), "--config", file)); err != nil {
				t.Fatal(err)
			}
			settings, err := c.settings()
			if got := valueOr(setting(settings), true); err != nil || got != tt.want {
				t.Errorf("%q and %q: %s is %v, %v; want %v", tt.file, tt.flag, key, got, err, tt.want)
			}
		}
	}
}

// An unknown key of the configuration file and a value of another type are errors that
// name the key.
func TestWrongSettings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "arbiter.toml")
	if err := os.WriteFile(file, []byte(`tokenfile = "a"`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := (Serve{Config: file}).settings(); err == nil || !strings.Contains(err.Error(), `unknown key "tokenfile"`) {
		t.Errorf("error %v; want one that names the unknown key", err)
	}
	for text, want := range map[string]string{
		"concurrency = 'x'":   ": concurrency: found text; want a whole number",
		"token_size = 'x'":    ": token_size: found text; want a whole number",
		"addr = 1":            ": addr: found a whole number; want text",
		"build_timeout = 'x'": `; want text, e.g. "50ms" or "1.5s"`,
		"log_level = 'x'":     `: log_level: found "x"; want debug, info, warn or error`,
		"log_level = 1":       ": log_level: found a whole number; want text",
		"addr =":              ": line 1: ",
	} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := (Serve{Config: file}).settings(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v; want %s", text, err, want)
		}
	}
}
