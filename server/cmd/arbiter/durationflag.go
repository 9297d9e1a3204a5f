package main

import (
	"fmt"
	"reflect"
	"time"

	"github.com/alecthomas/kong"
)

// decodeDuration reads a flag that is a duration. The error of a number without a unit has
// an example.
func decodeDuration(c *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := c.Scan.PopValueInto("duration", &text); err != nil {
		return err
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return fmt.Errorf("found %q; want a number with its unit, such as 500ms, 90s, 20m or 1h30m", text)
	}
	target.SetInt(int64(d))
	return nil
}
