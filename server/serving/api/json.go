package api

import (
	"encoding/json"
	"math"
	"time"
)

// nonNil returns list, or an empty list for nil, which JSON would encode as null.
func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// millis returns d in milliseconds, to the microsecond.
func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1e3 }

// duration returns the duration of a number of milliseconds, or nil for none.
func duration(ms *float64) *time.Duration {
	if ms == nil {
		return nil
	}
	d := time.Duration(math.Round(*ms * float64(time.Millisecond)))
	return &d
}

// encode returns v as one line of JSON.
func encode(v any) ([]byte, error) {
	line, err := json.Marshal(v)
	return append(line, '\n'), err
}
