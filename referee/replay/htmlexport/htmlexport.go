// Package htmlexport writes a match as one HTML file: the viewer, and the match's
// full export inside. The file opens from disk and asks nobody for anything.
// The package knows no game; the viewer is a template that the caller has.
package htmlexport

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// Ext is how the names of the files end.
const Ext = ".html"

// ErrNoTemplate says that the program was built without the pages.
var ErrNoTemplate = errors.New("this program was built without its web pages, and the replay page is one of them; build it with make build")

// slots are where a template takes what belongs to the match, in this order.
var slots = []string{"{{title}}", "{{caption}}", "{{replay}}"}

// Write writes the page of a match. It stops with an error like
// replay.ExportFull; what was written until then is no page. Without a
// template the error is ErrNoTemplate, and nothing is written.
func Write(w io.Writer, template []byte, rec *replay.Record, g referee.Game) error {
	if template == nil {
		return ErrNoTemplate
	}
	fill := []func() error{
		func() error { return writeText(w, title(rec.Header)) },
		func() error { return writeText(w, caption(rec)) },
		func() error { return pack(w, rec, g) },
	}
	rest := template
	for i, slot := range slots {
		before, after, found := bytes.Cut(rest, []byte(slot))
		if !found {
			return fmt.Errorf("the template of the replay page has no %s where it should", slot)
		}
		if _, err := w.Write(before); err != nil {
			return err
		}
		if err := fill[i](); err != nil {
			return err
		}
		rest = after
	}
	_, err := w.Write(rest)
	return err
}

// pack writes the full export in gzip and base64: whatever the bots wrote, it
// has no character that means something to HTML.
func pack(w io.Writer, rec *replay.Record, g referee.Game) error {
	text := base64.NewEncoder(base64.StdEncoding, w)
	zip := gzip.NewWriter(text)
	if err := replay.ExportFull(rec, g, zip); err != nil {
		return err
	}
	return errors.Join(zip.Close(), text.Close())
}

func writeText(w io.Writer, s string) error {
	_, err := io.WriteString(w, html.EscapeString(s))
	return err
}

// title names the match, as the viewer does.
func title(h replay.Header) string {
	return strings.Join(names(h), " - ") + ", " + h.Game
}

// caption says in a sentence what was played and how it ended.
func caption(rec *replay.Record) string {
	h := rec.Header
	start := fmt.Sprintf("seed %d", h.Seed)
	if h.Setup != nil {
		start = "from a given position"
	}
	said := fmt.Sprintf("A match of %s, %s: %s, played %s by Arbiter %s", h.Game, start, strings.Join(names(h), " - "), h.PlayedAt.Format("2006-01-02"), h.Arbiter)
	if rec.Footer == nil {
		return said + ". The record was cut before its end"
	}
	r := rec.Footer.Result
	return fmt.Sprintf("%s. Scores %s: %s", said, strings.Trim(fmt.Sprint(r.Scores), "[]"), r.Reason)
}

func names(h replay.Header) []string {
	all := make([]string, len(h.Seats))
	for i, seat := range h.Seats {
		all[i] = seat.Name
	}
	return all
}
