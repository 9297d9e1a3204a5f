package referee

import "fmt"

// A Clock says what a limit counts.
type Clock string

// The clocks.
const (
	// WallClock counts from writing the input to the last line of the answer.
	// It is the statements' clock.
	WallClock Clock = ""
	// CPUClock counts the processor time that the bot and its children use
	// from the input on. A much longer limit of wall time ends a bot that
	// hangs.
	CPUClock Clock = "cpu"
)

// ParseClock returns the clock of a name: "wall" (or "") or "cpu".
func ParseClock(name string) (Clock, error) {
	switch name {
	case "", "wall":
		return WallClock, nil
	case string(CPUClock):
		return CPUClock, nil
	}
	return "", fmt.Errorf("clock %q; want wall or cpu", name)
}

// String returns the name that ParseClock takes.
func (c Clock) String() string {
	if c == WallClock {
		return "wall"
	}
	return string(c)
}
