package database

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"arbiter/referee/printable"
	"arbiter/server/league"
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
