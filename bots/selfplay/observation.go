package selfplay

import (
	"encoding/binary"
	"math"
	"strconv"
)

// appendNumbers appends an observation as a JSON array. Almost all numbers are
// small integers, and encoding/json is slow for arrays of this size.
func appendNumbers(dst []byte, numbers []float32) []byte {
	dst = append(dst, '[')
	for i, n := range numbers {
		if i > 0 {
			dst = append(dst, ',')
		}
		if whole := int64(n); float32(whole) == n {
			dst = strconv.AppendInt(dst, whole, 10)
		} else {
			dst = strconv.AppendFloat(dst, float64(n), 'g', -1, 32)
		}
	}
	return append(dst, ']')
}

// pack returns an observation as little-endian 32-bit floats.
func pack(numbers []float32) []byte {
	packed := make([]byte, 0, 4*len(numbers))
	for _, n := range numbers {
		packed = binary.LittleEndian.AppendUint32(packed, math.Float32bits(n))
	}
	return packed
}
