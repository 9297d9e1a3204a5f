package serve

import (
	"io"
	"log/slog"
)

// newLog returns the log of a verb that runs until it is stopped. A nil level is
// info, which has a line for each write request and each error.
func newLog(w io.Writer, level *slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: valueOr(level, slog.LevelInfo)}))
}
