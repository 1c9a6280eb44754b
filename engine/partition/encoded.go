package partition

import (
	"encoding/binary"
	"strings"
)

// nullEncoded is what NULL is in a histogram: the length of a text is never 0.
const nullEncoded = 0

// encodedValues numbers the values of histograms in the order in which they come. It knows
// them by their bytes in a histogram, the length in front.
type encodedValues struct {
	numbers map[string]int32
	encoded []string // by number
	// following has, for 1 + each number, and for 0, the beginning of a histogram, the
	// first of the values that have stood behind it; -1: none has yet. Histograms are in
	// the order of their values, so the next value is nearly always there, or some
	// steps further on.
	following []int32
}

// steps is how far a value is looked for behind another one. At worst they cost little
// beside the look-up that they save.
const steps = 4

// next splits the first value off what is left of a histogram behind a value, -1 at its
// beginning. It returns the value's number, -2 where the histogram is malformed.
//
// It takes O(1) expected time, and compares bytes where values come as they have before.
func (v *encodedValues) next(s string, behind int32) (number int32, rest string) {
	if v.numbers == nil {
		v.numbers, v.following = map[string]int32{}, []int32{-1}
	}
	number = v.following[behind+1]
	for i := 0; i < steps && number >= 0; i++ {
		if strings.HasPrefix(s, v.encoded[number]) {
			return number, s[len(v.encoded[number]):]
		}
		number = v.following[number+1]
	}
	length, rest, ok := uvarint(s)
	if !ok || length > uint64(len(rest)) {
		return -2, ""
	}
	if length > 0 {
		rest = rest[length-1:]
	}
	number = v.number(s[:len(s)-len(rest)])
	if first := v.following[behind+1]; first < 0 || textOf(v.encoded[number]) < textOf(v.encoded[first]) {
		v.following[behind+1] = number
	}
	return number, rest
}

func (v *encodedValues) number(encoded string) int32 {
	n, ok := v.numbers[encoded]
	if !ok {
		encoded = strings.Clone(encoded)
		n = int32(len(v.encoded))
		v.numbers[encoded] = n
		v.encoded = append(v.encoded, encoded)
		v.following = append(v.following, -1)
	}
	return n
}

// textOf returns the text of an encoded value, "" for NULL, which is first as well.
func textOf(encoded string) string {
	_, text, _ := uvarint(encoded)
	return text
}

func uvarint(s string) (uint64, string, bool) {
	if s != "" && s[0] < 0x80 {
		return uint64(s[0]), s[1:], true
	}
	var buffer [binary.MaxVarintLen64]byte
	n := copy(buffer[:], s)
	value, size := binary.Uvarint(buffer[:n])
	if size <= 0 {
		return 0, s, false
	}
	return value, s[size:], true
}
