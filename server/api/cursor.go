package api

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"arbiter/server/league"
)

func cursorText(c league.Cursor) string { return fmt.Sprintf("%d-%s", c.PlayedAt.UnixMilli(), c.ID) }

func parseCursor(text string) (league.Cursor, error) {
	if text == "" {
		return league.Cursor{}, nil
	}
	at, id, ok := strings.Cut(text, "-")
	ms, err := strconv.ParseInt(at, 10, 64)
	if !ok || err != nil {
		return league.Cursor{}, fmt.Errorf("found %.60q; want what a page gave as next", text)
	}
	return league.Cursor{PlayedAt: time.UnixMilli(ms), ID: id}, nil
}
