package replay

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Draw is a shape that a bot asks a viewer to draw with a line of stderr.
// Coordinates are in cells, X to the right and Y down:
//
//	@draw cell X Y COLOR
//	@draw line X1 Y1 X2 Y2 COLOR
//	@draw circle X Y R COLOR
//	@draw text X Y COLOR WORDS...
type Draw struct {
	Shape string    `json:"shape"` // cell, line, circle or text
	At    []float64 `json:"at"`    // the numbers, in the order of the line
	Color string    `json:"color"` // a CSS name or #rrggbb
	Text  string    `json:"text,omitempty"`
}

// Drawings are the shapes and metrics in a turn's stderr. Their lines stay in
// the stderr as well.
type Drawings struct {
	Draw    []Draw             `json:"draw,omitempty"`
	Metrics map[string]float64 `json:"metrics,omitempty"` // from "@metric NAME NUMBER"; the last one of a name wins
	Remarks []string           `json:"remarks,omitempty"` // why a line that begins with @draw or @metric was ignored
}

// ParseDrawings reads the lines of a stderr that begin with @draw or @metric.
func ParseDrawings(stderr []byte) Drawings {
	var d Drawings
	for line := range bytes.Lines(stderr) {
		if line[0] != '@' {
			continue
		}
		text := strings.ToValidUTF8(strings.TrimRight(string(line), "\r\n"), "\uFFFD")
		words := strings.Fields(text)
		var err error
		switch words[0] {
		case "@draw":
			err = d.draw(words[1:])
		case "@metric":
			err = d.metric(words[1:])
		}
		if err != nil {
			d.Remarks = append(d.Remarks, fmt.Sprintf("%.80q: %v", text, err))
		}
	}
	return d
}

func (d *Drawings) draw(words []string) error {
	if len(words) == 0 {
		return errors.New("no shape; want cell, line, circle or text")
	}
	var numbers int
	var form string
	switch words[0] {
	case "cell":
		numbers, form = 2, "@draw cell X Y COLOR"
	case "line":
		numbers, form = 4, "@draw line X1 Y1 X2 Y2 COLOR"
	case "circle":
		numbers, form = 3, "@draw circle X Y R COLOR"
	case "text":
		numbers, form = 2, "@draw text X Y COLOR WORDS..."
	default:
		return fmt.Errorf("unknown shape %q; want cell, line, circle or text", words[0])
	}
	shape, args := words[0], words[1:]
	if len(args) < numbers+1 || shape == "text" && len(args) < numbers+2 {
		return fmt.Errorf("words are missing; want %s", form)
	}
	if shape != "text" && len(args) > numbers+1 {
		return fmt.Errorf("unexpected %q; want %s", args[numbers+1], form)
	}
	at := make([]float64, numbers)
	for i := range at {
		var err error
		if at[i], err = number(args[i]); err != nil {
			return fmt.Errorf("%w; want %s", err, form)
		}
	}
	color := strings.ToLower(args[numbers])
	if !isColor(color) {
		return fmt.Errorf("unknown color %q; want a CSS name or #rrggbb", args[numbers])
	}
	d.Draw = append(d.Draw, Draw{Shape: shape, At: at, Color: color, Text: strings.Join(args[numbers+1:], " ")})
	return nil
}

func (d *Drawings) metric(words []string) error {
	const form = "@metric NAME NUMBER"
	if len(words) != 2 {
		return fmt.Errorf("found %d words after @metric; want %s", len(words), form)
	}
	value, err := number(words[1])
	if err != nil {
		return fmt.Errorf("%w; want %s", err, form)
	}
	if d.Metrics == nil {
		d.Metrics = map[string]float64{}
	}
	d.Metrics[words[0]] = value
	return nil
}

// number parses a finite decimal number: JSON has no others.
func number(word string) (float64, error) {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		return 0, fmt.Errorf("%q is not a number", word)
	}
	return x, nil
}
