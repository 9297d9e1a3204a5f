package replay

import (
	"bytes"
	"encoding/json"
)

// The frame of a turn for the game's own viewer is in what a record keeps of the turn, and in its
// view. A full export has it once: in the view, with null in its place in what is kept. Most of
// the bytes of a match of a published referee are frames.

// keptFrame is the member of what is kept, and of the view, that has the frame.
const keptFrame = "frame"

// leaveFrame returns what is kept without the frame that the view has as well.
func leaveFrame(kept, view json.RawMessage) json.RawMessage {
	from, to := member(kept, keptFrame)
	if own, end := member(view, keptFrame); from == to || !bytes.Equal(kept[from:to], view[own:end]) {
		return kept
	}
	return splice(kept, from, to, []byte("null"))
}

// takeFrame returns what is kept with the frame of the view, where leaveFrame left it.
func takeFrame(kept, view json.RawMessage) json.RawMessage {
	from, to := member(kept, keptFrame)
	own, end := member(view, keptFrame)
	if string(kept[from:to]) != "null" || own == end {
		return kept
	}
	return splice(kept, from, to, view[own:end])
}

func splice(text []byte, from, to int, with []byte) json.RawMessage {
	return bytes.Join([][]byte{text[:from], with, text[to:]}, nil)
}

// member returns where the value of an object's member is in its text; an empty range if there is
// none.
func member(text json.RawMessage, name string) (from, to int) {
	dec := json.NewDecoder(bytes.NewReader(text))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return 0, 0
	}
	for dec.More() {
		key, err := dec.Token()
		var value json.RawMessage
		if err != nil || dec.Decode(&value) != nil {
			return 0, 0
		}
		if key == name {
			end := int(dec.InputOffset())
			return end - len(value), end
		}
	}
	return 0, 0
}
