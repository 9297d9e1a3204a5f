// Package htmlexport writes a match as one self-contained HTML file: the viewer
// with the match's full export embedded. The file opens from disk and loads
// nothing else. The viewer is a template that the caller provides; the package
// knows no game.
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
	"arbiter/referee/printable"
	"arbiter/referee/replay"
)

// Ext is the extension of the files.
const Ext = ".html"

// ErrNoTemplate reports that the program was built without the web pages.
var ErrNoTemplate = errors.New("HTML export needs the replay page, and this program was built without its web pages; build it with make build")

// slots are the placeholders of a template, in this order.
var slots = []string{"{{title}}", "{{caption}}", "{{replay}}"}

// Write writes the page of a match to w. It fails as replay.ExportFull does, and then what it
// has written is of no use. Without a template the error is ErrNoTemplate, and nothing is
// written.
func Write(w io.Writer, template []byte, rec *replay.Record, g referee.Game) error {
	if template == nil {
		return ErrNoTemplate
	}
	fill := []func() error{
		func() error { return writeText(w, title(rec.Header)) },
		func() error { return writeText(w, caption(rec)) },
		func() error { return writeReplay(w, rec, g) },
	}
	rest := template
	for i, slot := range slots {
		before, after, found := bytes.Cut(rest, []byte(slot))
		if !found {
			return fmt.Errorf("replay page template: placeholder %s is missing or out of order; want %s in this order", slot, strings.Join(slots, ", "))
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

// writeReplay writes the full export as gzip in base64, whose characters have no
// meaning in HTML whatever the bots wrote.
func writeReplay(w io.Writer, rec *replay.Record, g referee.Game) error {
	text := base64.NewEncoder(base64.StdEncoding, w)
	zip := gzip.NewWriter(text)
	if err := replay.ExportFull(rec, g, zip); err != nil {
		return err
	}
	return errors.Join(zip.Close(), text.Close())
}

// writeText writes text of strangers, such as names, into the page's own.
func writeText(w io.Writer, s string) error {
	_, err := io.WriteString(w, html.EscapeString(printable.Line(s)))
	return err
}

// title returns the title that the viewer gives the match.
func title(h replay.Header) string {
	return strings.Join(names(h), " - ") + ", " + h.Game
}

// caption returns a sentence about what was played and how it ended.
func caption(rec *replay.Record) string {
	h := rec.Header
	start := fmt.Sprintf("seed %d", h.Seed)
	if h.Setup != nil {
		start = "from a given position"
	}
	text := fmt.Sprintf("A match of %s, %s: %s, played %s by Arbiter %s", h.Game, start, strings.Join(names(h), " - "), h.PlayedAt.Format("2006-01-02"), h.Arbiter)
	if rec.Footer == nil {
		return text + ". The record was cut before its end"
	}
	r := rec.Footer.Result
	return fmt.Sprintf("%s. Scores %s: %s", text, strings.Trim(fmt.Sprint(r.Scores), "[]"), r.Reason)
}

func names(h replay.Header) []string {
	all := make([]string, len(h.Seats))
	for i, seat := range h.Seats {
		all[i] = seat.Name
	}
	return all
}
