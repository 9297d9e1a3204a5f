package tournaments

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"arbiter/referee/printable"
	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// A Summary is the result of a tournament, or of all matches of a game: the
// standings, and the head-to-head results as a matrix.
type Summary struct {
	Tournament string           `json:"tournament"`
	Game       string           `json:"game"`
	Format     league.Format    `json:"format"`
	Done       bool             `json:"done"`
	Played     int              `json:"played"` // matches of this run
	Seconds    float64          `json:"seconds"`
	Void       int              `json:"void,omitempty"`      // times that a match was void: the machine did not let its bots run
	LeftOut    int              `json:"left_out,omitempty"`  // pairings that were left out for that
	VoidNote   string           `json:"void_note,omitempty"` // both as a sentence, with a warning when they are many
	Standings  league.Standings `json:"standings"`
	// Placings is the ranking of a format that has one of its own, and Winner its first
	// bot once the tournament is done.
	Placings []league.Placing `json:"placings,omitempty"`
	Winner   string           `json:"winner,omitempty"`

	Bots   []string        `json:"bots"`   // the order of the matrix, which is that of the standings
	Matrix [][]league.Duel `json:"matrix"` // row against column; empty on the diagonal and for bots that did not meet
	// Typed says what the user typed for each bot, by ID; nil where nothing was typed.
	Typed  map[string]string `json:"typed,omitempty"`
	Legend []string          `json:"-"` // the bots that text says it of

	Solo bool `json:"-"` // bots are compared by their scores on the same start
}

// Print prints the summary as text.
func (r Summary) Print(w io.Writer) error {
	if warning := r.Standings.Warning(); warning != "" {
		fmt.Fprintf(w, "%s\n\n", printable.Line(warning))
	}
	if r.Tournament != "" {
		fmt.Fprintf(w, "%s: %s of %s, ", printable.Line(r.Tournament), r.Format, r.Game)
	} else {
		fmt.Fprintf(w, "all tournaments of %s, ", r.Game)
	}
	fmt.Fprintf(w, "%d matches\n\n", r.Standings.Matches)
	if err := r.printPlacings(w); err != nil {
		return err
	}
	if err := printStandings(w, r.Standings, r.Solo); err != nil {
		return err
	}
	if len(r.Matrix) > 1 {
		fmt.Fprintln(w)
		if err := r.printMatrix(w); err != nil {
			return err
		}
	}
	fmt.Fprintln(w)
	if len(r.Legend) > 0 {
		if err := r.printLegend(w); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	var reasons []string
	for _, c := range r.Standings.Reasons {
		reasons = append(reasons, fmt.Sprintf("%s %d", printable.Line(c.Name), c.N))
	}
	fmt.Fprintf(w, "ended by: %s\n", strings.Join(reasons, ", "))
	if bias := r.Standings.FirstSeat; bias != nil && bias.Score != nil {
		fmt.Fprintf(w, "first seat: %s of the points", rating.Percent(bias.Score, 2))
		if bias.PValue != nil {
			fmt.Fprintf(w, " (%s)", rating.PValue(*bias.PValue))
		}
		fmt.Fprintln(w)
	}
	for _, note := range r.Standings.Notes {
		fmt.Fprintln(w, note)
	}
	if r.VoidNote != "" {
		fmt.Fprintln(w, r.VoidNote)
	}
	return nil
}

// SetTyped puts what was typed for each bot into a summary. The legend has the bots that
// share a name with another one, and those that the company of others has named.
func (r *Summary) SetTyped(ids, typed []string, named []bool) {
	r.Typed = map[string]string{}
	sharing := map[string]map[string]bool{} // IDs by name
	for i, id := range ids {
		r.Typed[id] = typed[i]
		name := league.BotName(id)
		if sharing[name] == nil {
			sharing[name] = map[string]bool{}
		}
		sharing[name][id] = true
	}
	for i, id := range ids {
		if (named[i] || len(sharing[league.BotName(id)]) > 1) && !slices.Contains(r.Legend, id) {
			r.Legend = append(r.Legend, id)
		}
	}
}

// printLegend prints what was typed for bots whose names do not tell.
func (r Summary) printLegend(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, id := range r.Legend {
		fmt.Fprintf(table, "%s\tis %s\n", printable.Line(id), printable.Line(r.Typed[id]))
	}
	return table.Flush()
}

// summaryOf returns a scoreboard as a summary.
func summaryOf(s league.Scoreboard) Summary {
	r := Summary{
		Tournament: s.Tournament, Game: s.Game, Format: s.Format, Done: s.Done, Standings: s.Standings, Placings: s.Placings, Bots: s.Bots, Matrix: s.Matrix, Solo: s.Solo,
		Void: s.Voids.Matches, LeftOut: len(s.Voids.LeftOut), VoidNote: s.Voids.Note(s.Standings.Matches),
	}
	if r.Done && len(r.Placings) > 0 {
		r.Winner = r.Placings[0].Bot
	}
	return r
}

// printStandings prints a table with a line for each bot.
func printStandings(w io.Writer, s league.Standings, solo bool) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	width := len("BOT")
	for _, l := range s.Lines {
		width = max(width, utf8.RuneCountInString(printable.Line(l.Bot)))
	}
	fmt.Fprintf(table, "\t%-*s\t", width, "BOT")
	if solo {
		fmt.Fprint(table, "SCORE\t±\tLOS\tMATCHES\tWINS\tDRAWS\tLOSSES\tWON\tELO\t±\t")
	} else {
		fmt.Fprint(table, "ELO\t±\tLOS\tMATCHES\tWINS\tDRAWS\tLOSSES\tSCORE\t")
	}
	relative := len(s.Lines) > 0 && s.Lines[0].Relative != nil
	if relative {
		fmt.Fprint(table, "RELATIVE\t")
	}
	fmt.Fprintln(table, "FAULTS\t")
	for _, l := range s.Lines {
		fmt.Fprintf(table, "%d\t%-*s\t", l.Place, width, printable.Line(l.Bot))
		elo := number("%+.0f", l.Elo) + "\t" + number("%.0f", l.EloError95) + "\t"
		if solo {
			fmt.Fprintf(table, "%s\t%s\t", number("%.1f", l.Score), number("%.1f", l.ScoreError95))
		} else {
			fmt.Fprint(table, elo)
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%s\t", rating.Probability(l.LOS, 0), l.Matches, l.Games.Wins, l.Games.Draws, l.Games.Losses, rating.Percent(l.WinShare(), 0))
		if solo {
			fmt.Fprint(table, elo)
		}
		if relative {
			fmt.Fprintf(table, "%s\t", number("%.1f", l.Relative))
		}
		fmt.Fprintf(table, "%s\t\n", faultCounts(l))
	}
	return table.Flush()
}

// faultCounts returns the faults of a line of the standings: the matches by kind,
// and the faults that cost nothing.
func faultCounts(l league.Line) string {
	var all []string
	for _, c := range l.Faults {
		all = append(all, fmt.Sprintf("%s %d", c.Name, c.N))
	}
	if l.Forgiven > 0 {
		all = append(all, fmt.Sprintf("forgiven %d", l.Forgiven))
	}
	if len(all) == 0 {
		return "-"
	}
	return strings.Join(all, ", ")
}

// matrixHead is the heading of the names in the matrix.
const matrixHead = "wins-draws-losses"

// printMatrix prints the head-to-head results.
func (r Summary) printMatrix(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	width := len(matrixHead)
	for _, bot := range r.Bots {
		width = max(width, utf8.RuneCountInString(printable.Line(bot))+len("10 "))
	}
	fmt.Fprintf(table, "%-*s\t", width, matrixHead)
	for i := range r.Bots {
		fmt.Fprintf(table, "%d\t", i+1)
	}
	fmt.Fprintln(table)
	for i, bot := range r.Bots {
		fmt.Fprintf(table, "%-*s\t", width, fmt.Sprintf("%d %s", i+1, printable.Line(bot)))
		for j := range r.Bots {
			g := r.Matrix[i][j].Games
			if g == (rating.Games{}) {
				fmt.Fprint(table, "\t")
			} else {
				fmt.Fprintf(table, "%d-%d-%d\t", g.Wins, g.Draws, g.Losses)
			}
		}
		fmt.Fprintln(table)
	}
	return table.Flush()
}

// WriteCSV writes the standings as CSV. A name that a spreadsheet would take
// for a formula begins with an apostrophe there.
func (r Summary) WriteCSV(to io.Writer) error {
	w := csv.NewWriter(to)
	rows := [][]string{{"place", "bot", "elo", "elo_error95", "los", "matches", "wins", "draws", "losses", "score", "mean", "mean_error95", "relative", "faults", "forgiven", "score_error95", "typed"}}
	for _, l := range r.Standings.Lines {
		mean := rating.Mean{}
		if l.Mean != nil {
			mean = *l.Mean
		}
		faults := 0
		for _, c := range l.Faults {
			faults += c.N
		}
		rows = append(rows, []string{
			strconv.Itoa(l.Place), cell(l.Bot), exact(l.Elo), exact(l.EloError95), exact(l.LOS), strconv.Itoa(l.Matches),
			strconv.Itoa(l.Games.Wins), strconv.Itoa(l.Games.Draws), strconv.Itoa(l.Games.Losses), exact(l.Score),
			exact(mean.Mean), exact(mean.Error95), exact(l.Relative), strconv.Itoa(faults), strconv.Itoa(l.Forgiven), exact(l.ScoreError95), cell(r.Typed[l.Bot]),
		})
	}
	return w.WriteAll(rows)
}

// cell returns a text of strangers as a cell that no spreadsheet runs.
func cell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r\n", rune(text[0])) {
		return "'" + text
	}
	return text
}

// exact formats a figure with all its digits; "" if there is none.
func exact(value *float64) string {
	if value == nil {
		return ""
	}
	return strconv.FormatFloat(*value, 'g', -1, 64)
}

// number formats a figure; "-" if there is none.
func number(format string, value *float64) string {
	if value == nil {
		return "-"
	}
	return fmt.Sprintf(format, *value)
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
