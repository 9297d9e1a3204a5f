package serve

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// "--log-level, log_level: info" by default; the flag overrides the file.
func TestLogLevel(t *testing.T) {
	file := filepath.Join(t.TempDir(), "arbiter.toml")
	if err := os.WriteFile(file, []byte("log_level = 'debug'"), 0o644); err != nil {
		t.Fatal(err)
	}
	level := func(l slog.Level) *logLevel { return (*logLevel)(&l) }
	for _, tt := range []struct {
		name, config string
		flag         *logLevel
		want         string
	}{
		{"default", "", nil, "INFO WARN"},
		{"file", file, nil, "DEBUG INFO WARN"},
		{"flag", file, level(slog.LevelWarn), "WARN"},
		{"flag of the default", file, level(slog.LevelInfo), "INFO WARN"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			settings, err := Serve{Config: tt.config, serveSettings: serveSettings{LogLevel: tt.flag}}.settings()
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			log := newLog(&out, settings.LogLevel)
			log.Debug("a")
			log.Info("b")
			log.Warn("c")
			var got []string
			for line := range strings.Lines(out.String()) {
				_, line, _ = strings.Cut(line, "level=")
				word, _, _ := strings.Cut(line, " ")
				got = append(got, word)
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("logged %q; want %s", got, tt.want)
			}
		})
	}
}
