package judge

// A Kind is a kind of players who play positions to the end, to confirm what an answer
// costs. What all kinds lose by it, it costs; what one kind loses may be its own habit.
type Kind struct {
	Name string
	// Units is how much of analysis.Options.Effort a play to the end takes, about.
	Units float64
	// Quick players are cheap and weak. What they say decides which answers the others are
	// asked about; what the others say is the cost.
	Quick bool
	// Last players are dear and strong. They are asked only about answers that would be
	// marked by the others, and have a part in the cost then.
	Last bool
}
