package runner

import (
	"fmt"
	"io"
	"text/tabwriter"
	"unicode/utf8"

	"arbiter/referee/printable"
	"arbiter/server/league"
)

// SetPlacings puts the ranking of a format that has its own into a summary, and the winner
// once the tournament is done.
func (r *Summary) SetPlacings(placings []league.Placing) {
	r.Placings = placings
	if r.Done && len(placings) > 0 {
		r.Winner = placings[0].Bot
	}
}

// printPlacings prints the ranking of the format, with what it is by.
func (r Summary) printPlacings(w io.Writer) error {
	if len(r.Placings) == 0 {
		return nil
	}
	if r.Winner != "" {
		fmt.Fprintf(w, "winner: %s\n\n", printable.Line(r.Winner))
	}
	points := false
	width := len("BOT")
	for _, p := range r.Placings {
		points = points || p.Points > 0
		width = max(width, utf8.RuneCountInString(printable.Line(p.Bot)))
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	head := fmt.Sprintf("PLACE\t%-*s\t", width, "BOT")
	if points {
		head += "POINTS\tBUCHHOLZ\t"
	}
	fmt.Fprintln(table, head)
	for _, p := range r.Placings {
		fmt.Fprintf(table, "%d\t%-*s\t", p.Place, width, printable.Line(p.Bot))
		if points {
			fmt.Fprintf(table, "%g\t%g\t", p.Points, p.Buchholz)
		}
		fmt.Fprintln(table)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}
