package partition

import "encoding/binary"

// nullValue is the value NULL in a histogram that counts people (Builder.PeopleCounted), where NULL itself
// is their number. It is no UTF-8, so that it is no text of a database, and in the order of bytes
// it comes after all of those.
const nullValue = "\xfe"

// AppendNullValue appends to an encoded histogram that counts people that n of them have the value NULL; n is
// positive. The histogram must have none yet, and nobody who is absent.
func AppendNullValue(histogram []byte, n int64) []byte {
	histogram = append(binary.AppendUvarint(histogram, uint64(1+len(nullValue))), nullValue...)
	return binary.AppendUvarint(histogram, uint64(n))
}

// ReadEntry returns what Entries has found: a value, or people by themselves, where the histogram counts
// people (Builder.PeopleCounted).
func ReadEntry(text string, isNull, peopleCounted bool) (value Value, people bool) {
	switch {
	case peopleCounted && isNull:
		return Value{}, true
	case peopleCounted && text == nullValue:
		return Value{Null: true}, false
	}
	return Value{Text: text, Null: isNull}, false
}
