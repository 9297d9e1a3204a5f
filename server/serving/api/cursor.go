package api

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"arbiter/server/league"
)

// formatCursor returns a cursor as clients pass it back: milliseconds of the
// Unix epoch and an ID.
func formatCursor(c league.Cursor) string { return fmt.Sprintf("%d-%s", c.PlayedAt.UnixMilli(), c.ID) }

// parseCursor parses the text of formatCursor; "" is the beginning.
func parseCursor(text string) (league.Cursor, error) {
	if text == "" {
		return league.Cursor{}, nil
	}
	at, id, ok := strings.Cut(text, "-")
	ms, err := strconv.ParseInt(at, 10, 64)
	if !ok || err != nil {
		return league.Cursor{}, fmt.Errorf("found %.60q; want the value of next from the previous page", text)
	}
	return league.Cursor{PlayedAt: time.UnixMilli(ms), ID: id}, nil
}
