package main

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// decoders read the values of flags and arguments instead of the parser's own, whose
// errors are about Go.
func decoders() kong.Option {
	return kong.OptionFunc(func(k *kong.Kong) error {
		for kind, decode := range map[reflect.Kind]kong.MapperFunc{
			reflect.String: decodeText, reflect.Int: decodeWhole, reflect.Int64: decodeWhole, reflect.Float64: decodeNumber,
		} {
			if err := kong.KindMapper(kind, decode).Apply(k); err != nil {
				return err
			}
		}
		return kong.TypeMapper(reflect.TypeFor[time.Duration](), kong.MapperFunc(decodeDuration)).Apply(k)
	})
}

// decodeText reads a text, which may have to be one of a few.
func decodeText(c *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := c.Scan.PopValueInto("string", &text); err != nil {
		return err
	}
	if words := c.Value.EnumSlice(); c.Value.Enum != "" && !slices.Contains(words, text) {
		return fmt.Errorf("found %q; want %s", text, oneOf(words))
	}
	target.SetString(text)
	return nil
}

// oneOf returns words as in "a, b or c", without the empty one of a flag that is not
// given.
func oneOf(words []string) string {
	words = slices.DeleteFunc(words, func(word string) bool { return word == "" })
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// negativeTag is the tag of a flag that may be less than 0. Others are counts, limits or
// places, which may not.
const negativeTag = "negative"

// decodeWhole reads a whole number.
func decodeWhole(c *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := c.Scan.PopValueInto("int", &text); err != nil {
		return err
	}
	n, err := strconv.ParseInt(text, 0, target.Type().Bits())
	if err != nil {
		return fmt.Errorf("found %q; want a whole number", text)
	}
	if n < 0 && !c.Value.Tag.Has(negativeTag) {
		return fmt.Errorf("found %d; want at least 0", n)
	}
	target.SetInt(n)
	return nil
}

// decodeNumber reads a number.
func decodeNumber(c *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := c.Scan.PopValueInto("float", &text); err != nil {
		return err
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return fmt.Errorf("found %q; want a number", text)
	}
	target.SetFloat(x)
	return nil
}

// decodeDuration reads a flag that is a duration of at least 0. The error of a number
// without a unit has an example.
func decodeDuration(c *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := c.Scan.PopValueInto("duration", &text); err != nil {
		return err
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return fmt.Errorf("found %q; want a number with its unit, such as 500ms, 90s, 20m or 1h30m", text)
	}
	if d < 0 {
		return fmt.Errorf("found %v; want at least 0s", d)
	}
	target.SetInt(int64(d))
	return nil
}
