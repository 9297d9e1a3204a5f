package selfplay

import "strconv"

// appendNumbers appends an observation as a JSON array. Almost all its numbers
// are small whole ones, and encoding/json is slow with so many.
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
