package typescript

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
)

type cell [2]int8

type point struct{ x, y int }

// MarshalJSON writes the point as [x, y].
func (p point) MarshalJSON() ([]byte, error) { return json.Marshal([]int{p.x, p.y}) }

type seat struct {
	Alive bool     `json:"alive"`
	Sight []string `json:"sight"`
}

type view struct {
	Cells  [][]cell     `json:"cells"`
	Seats  [2]seat      `json:"seats"`
	Best   *seat        `json:"best"`
	Took   []*time.Time `json:"took"`
	Note   string       `json:"note,omitempty"`
	Hit    *point       `json:"hit,omitempty"`
	Events []any        `json:"events"`
	Plain  float64
	Hidden string `json:"-"`
}

// An interface has the fields that encoding/json writes, in their order, and
// every struct that it refers to is declared, once.
func TestDeclare(t *testing.T) {
	w := Writer{Comment: func(owner reflect.Type, f reflect.StructField) string {
		if owner == reflect.TypeFor[view]() && f.Name == "Seats" {
			return "by seat"
		}
		return ""
	}}
	if err := w.Declare("View", reflect.TypeFor[view]()); err != nil {
		t.Fatal(err)
	}
	const want = `export interface View {
  cells: [number, number][][];
  seats: [Seat, Seat]; // by seat
  best: Seat | null;
  took: (string | null)[];
  note?: string;
  hit?: [number, number];
  events: unknown[];
  Plain: number;
}

export interface Seat {
  alive: boolean;
  sight: string[];
}
`
	if got := w.String(); got != want {
		t.Errorf("found:\n%s\nwant:\n%s", got, want)
	}
}

type head struct {
	Type string `json:"type"`
	Step int    `json:"step"`
}

type moveEvent struct {
	head
	To cell `json:"to"`
}

type endEvent struct{ head }

// The members of a union are told apart by the values of their "type"; those
// of one struct share an interface, and an embedded struct is flattened.
func TestDeclareUnion(t *testing.T) {
	var w Writer
	examples := []any{
		moveEvent{head: head{Type: "move"}},
		moveEvent{head: head{Type: "jump"}},
		endEvent{head{Type: "end"}},
	}
	if err := w.DeclareUnion("Event", examples); err != nil {
		t.Fatal(err)
	}
	const want = `export interface MoveEvent {
  type: 'move' | 'jump';
  step: number;
  to: [number, number];
}

export interface EndEvent {
  type: 'end';
  step: number;
}

export type Event =
  | MoveEvent
  | EndEvent;
`
	if got := w.String(); got != want {
		t.Errorf("found:\n%s\nwant:\n%s", got, want)
	}
}

// What has no type in TypeScript is named, with the field that has it.
func TestErrors(t *testing.T) {
	type odd struct {
		Done chan int `json:"done"`
	}
	for _, tt := range []struct {
		name string
		do   func(w *Writer) error
		want string
	}{
		{"a channel", func(w *Writer) error { return w.Declare("Odd", reflect.TypeFor[odd]()) }, "odd.Done: chan int"},
		{"a name for two", func(w *Writer) error {
			if err := w.Declare("Seat", reflect.TypeFor[cellView]()); err != nil {
				return err
			}
			return w.Declare("View", reflect.TypeFor[view]())
		}, "would both be Seat"},
		{"no type", func(w *Writer) error { return w.DeclareUnion("Event", []any{endEvent{}}) }, `has no "type"`},
	} {
		if err := tt.do(&Writer{}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v; want %q", tt.name, err, tt.want)
		}
	}
}

type cellView struct {
	At cell `json:"at"`
}
