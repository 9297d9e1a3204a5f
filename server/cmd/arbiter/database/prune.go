package database

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"golang.org/x/term"

	"arbiter/referee/printable"
	"arbiter/server/league"
	"arbiter/server/playing/human"
)

// printPrunePlan prints how many replays would be deleted, by tournament.
func printPrunePlan(w io.Writer, plan league.PrunePlan) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TOURNAMENT\tREPLAYS TO DELETE\tMB")
	for _, t := range plan.Tournaments {
		fmt.Fprintf(table, "%s\t%d\t%.1f\n", printable.Line(t.Tournament), t.Replays, float64(t.Bytes)/1e6)
	}
	fmt.Fprintf(table, "all; %d are kept\t%d\t%.1f\n", plan.Kept, len(plan.Matches), float64(plan.Bytes)/1e6)
	return table.Flush()
}

// encodePrunePlan writes a plan and how many replays of it were deleted as JSON.
func encodePrunePlan(w io.Writer, plan league.PrunePlan, deleted int64) error {
	type part struct {
		Tournament string `json:"tournament"` // "" for single matches
		Replays    int    `json:"replays"`
		Bytes      int64  `json:"bytes"`
	}
	parts := []part{}
	for _, t := range plan.Tournaments {
		parts = append(parts, part(t))
	}
	return json.NewEncoder(w).Encode(struct {
		Tournaments []part `json:"tournaments"`
		Replays     int    `json:"replays"`
		Bytes       int64  `json:"bytes"`
		Kept        int    `json:"kept"`
		Deleted     int64  `json:"deleted"`
	}{parts, len(plan.Matches), plan.Bytes, plan.Kept, deleted})
}

// isTerminal reports whether somebody can answer a question.
func isTerminal(r io.Reader) bool {
	f, ok := r.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// readYes reads a line and reports whether it agrees.
func readYes(ctx context.Context, r io.Reader) (bool, error) {
	select {
	case line := <-human.ReadLines(r):
		answer := strings.ToLower(strings.TrimSpace(line))
		return answer == "y" || answer == "yes", nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}
