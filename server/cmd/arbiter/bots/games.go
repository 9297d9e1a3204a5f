package bots

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
)

// Games is the verb games.
type Games struct {
	JSON bool `help:"Print the games as one JSON array."`
	flags.Database
}

// Run lists the games.
func (c Games) Run(s output.Streams) error {
	known, err := c.Registry(c.Database)
	if err != nil {
		return err
	}
	if err := c.list(s, known); err != nil {
		return err
	}
	return tellBroken(s.Err, known)
}

func (c Games) list(s output.Streams, known *games.Registry) error {
	if c.JSON {
		type line struct {
			Name     string `json:"name"`
			Title    string `json:"title"`
			Rules    int    `json:"rules"`
			MinSeats int    `json:"min_seats"`
			MaxSeats int    `json:"max_seats"`
			FirstMS  int64  `json:"first_ms"`
			TurnMS   int64  `json:"turn_ms"`
			Seed     string `json:"seed"`
		}
		var lines []line
		for _, g := range known.All() {
			i := g.Info()
			lines = append(lines, line{
				i.Name, i.Title, i.Rules, i.MinSeats, i.MaxSeats,
				i.First.Milliseconds(), i.Turn.Milliseconds(), i.Seed,
			})
		}
		return json.NewEncoder(s.Out).Encode(lines)
	}
	table := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "GAME\tTITLE\tSEATS\tFIRST ANSWER\tLATER ANSWERS\tSEED")
	for _, g := range known.All() {
		i := g.Info()
		fmt.Fprintf(table, "%s\t%s\t%s\t%v\t%v\t%s\n", i.Name, i.Title, seats(i), i.First, i.Turn, i.Seed)
	}
	return table.Flush()
}

// seats returns the number of seats of a game, such as "1" or "2 to 4".
func seats(i referee.Info) string {
	if i.MinSeats == i.MaxSeats {
		return fmt.Sprint(i.MinSeats)
	}
	return fmt.Sprintf("%d to %d", i.MinSeats, i.MaxSeats)
}
