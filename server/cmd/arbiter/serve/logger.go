package serve

import (
	"fmt"
	"io"
	"log/slog"
)

// A logLevel is the least severe level of messages that a log has.
type logLevel slog.Level

// UnmarshalText implements encoding.TextUnmarshaler, for the flag and the key of the
// configuration file.
func (l *logLevel) UnmarshalText(text []byte) error {
	var level slog.Level
	if err := level.UnmarshalText(text); err != nil {
		return fmt.Errorf("found %q; want debug, info, warn or error", text)
	}
	*l = logLevel(level)
	return nil
}

// newLog returns the log of a verb that runs until it is stopped. A nil level is
// info, which has a line for each write request and each error.
func newLog(w io.Writer, level *logLevel) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.Level(valueOr(level, logLevel(slog.LevelInfo)))}))
}
