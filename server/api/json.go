package api

import (
	"encoding/json"
	"math"
	"time"
)

// nonNil makes an empty list of none, for JSON.
func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1e3 }

func duration(ms *float64) *time.Duration {
	if ms == nil {
		return nil
	}
	d := time.Duration(math.Round(*ms * float64(time.Millisecond)))
	return &d
}

// encode makes one line of JSON.
func encode(v any) ([]byte, error) {
	line, err := json.Marshal(v)
	return append(line, '\n'), err
}
