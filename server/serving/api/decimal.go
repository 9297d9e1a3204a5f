package api

import (
	"cmp"

	"github.com/danielgtaylor/huma/v2"
)

// A decimal is a number as text, exactly; "" is 0.
type decimal string

// MarshalJSON implements json.Marshaler.
func (d decimal) MarshalJSON() ([]byte, error) { return []byte(cmp.Or(d, "0")), nil }

// UnmarshalJSON implements json.Unmarshaler.
func (d *decimal) UnmarshalJSON(text []byte) error {
	*d = decimal(text)
	return nil
}

// Schema implements huma.SchemaProvider.
func (decimal) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: huma.TypeNumber} }
