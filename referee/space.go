package referee

import "slices"

// A Space is the shape of observations: planes of Height rows and Width columns.
type Space struct {
	Planes []Plane `json:"planes"`
	Height int     `json:"height"`
	Width  int     `json:"width"`
}

// A Plane is one fact for every cell; a fact of the whole position fills its
// plane.
type Plane struct {
	Name string `json:"name"`
	// Scale is about the largest value that the plane has. Values are those of
	// the statement, unscaled: divide by it to learn from them.
	Scale float32 `json:"scale"`
	// Least and Most bound the values in a dealt match where the scale does not: 0
	// stands for 0 and for Scale.
	Least float32 `json:"least,omitempty"`
	Most  float32 `json:"most,omitempty"`
}

// Bounds returns the least and the largest value that the plane can have in a dealt
// match.
func (p Plane) Bounds() (least, most float32) {
	if p.Most == 0 {
		return p.Least, p.Scale
	}
	return p.Least, p.Most
}

// Size returns how many numbers an observation has.
func (s Space) Size() int { return len(s.Planes) * s.Height * s.Width }

// A Sheet is an observation being written. Everything is 0 until it is set.
type Sheet struct {
	numbers []float32 // of this observation
	height  int
	width   int
}

// NewSheet begins an observation that is appended to dst, and returns dst with
// it.
func NewSheet(dst []float32, planes, height, width int) (Sheet, []float32) {
	start, size := len(dst), planes*height*width
	dst = slices.Grow(dst, size)[:start+size]
	numbers := dst[start:]
	clear(numbers)
	return Sheet{numbers, height, width}, dst
}

// Set writes the value of one cell: row y, column x of a plane.
func (s Sheet) Set(plane, y, x int, value float32) {
	s.numbers[(plane*s.height+y)*s.width+x] = value
}

// Fill writes the value of all cells of a plane.
func (s Sheet) Fill(plane int, value float32) {
	size := s.height * s.width
	cells := s.numbers[plane*size:][:size]
	for i := range cells {
		cells[i] = value
	}
}
