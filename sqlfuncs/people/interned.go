package people

import (
	"fmt"
	"math"
	"strconv"
)

// interned are the different values of a column, by the bytes of their texts, numbered from 0
// as they are met.
type interned struct {
	set       TextSet  // of the texts, but NULL and, while isOfTexts is false, integers
	ofSet     []int32  // their numbers, by those that the set gives them
	isOfTexts bool     // some value is no integer
	texts     []string // by number; that of NULL is ""
	null      int32    // 1 + the number of NULL, 0 without
	// recent has 1 + the numbers of texts that came of late, each where recentOf says; NULL
	// is none of them. Columns of few values hardly need the set.
	recent [64]int32
	// What comes as an integer is looked up in places: its codes are places in integers, and in
	// ofIntegers, which are the numbers of their texts.
	places     hashCodes
	integers   []int64
	ofIntegers []int32
}

// Null returns the number of NULL, -1 if there is none.
func (t *interned) Null() int32 { return t.null - 1 }

// number returns the number of a text, which may be a view of memory that is not ours: it is
// copied if it is new.
func (t *interned) number(text string, isNull bool) (int32, error) {
	if isNull && t.null > 0 {
		return t.null - 1, nil
	}
	recent := t.recentOf(text)
	if !isNull && *recent > 0 && t.texts[*recent-1] == text {
		return *recent - 1, nil
	}
	if isNull {
		number, err := t.enter("")
		t.null = number + 1
		return number, err
	}
	if !t.isOfTexts {
		t.isOfTexts = true
		for _, number := range t.ofIntegers {
			if _, err := t.inSet(t.texts[number], number); err != nil {
				return 0, err
			}
		}
	}
	number, err := t.inSet(text, -1)
	if err == nil {
		*recent = number + 1
	}
	return number, err
}

// inSet returns the number of a text in the set. One that is new gets a number, or has it already.
func (t *interned) inSet(text string, number int32) (int32, error) {
	at, err := t.set.Add(text)
	switch {
	case err != nil:
		return 0, err
	case at < len(t.ofSet):
		return t.ofSet[at], nil
	}
	if number < 0 {
		if number, err = t.enter(t.set.Text(at)); err != nil {
			return 0, err
		}
	}
	t.ofSet = append(t.ofSet, number)
	return number, nil
}

// enter gives a text that has none the next number.
func (t *interned) enter(text string) (int32, error) {
	if len(t.texts) == math.MaxInt32 {
		return 0, fmt.Errorf("a column must have at most 2^31 different values")
	}
	t.texts = append(t.texts, text)
	return int32(len(t.texts) - 1), nil
}

// recentOf returns where the number of a text stands if it came last.
func (t *interned) recentOf(text string) *int32 {
	place := len(text)
	if len(text) > 0 {
		place = 5*place + int(text[len(text)-1]) + 7*int(text[len(text)/2])
	}
	return &t.recent[place%len(t.recent)]
}

// ofInteger returns the number of an integer's text.
func (t *interned) ofInteger(n int64) (int32, error) {
	at := t.places.code(mixed(n))
	if int(at) < len(t.ofIntegers) {
		return t.ofIntegers[at], nil
	}
	text := strconv.FormatInt(n, 10)
	var number int32
	var err error
	if !t.isOfTexts {
		number, err = t.enter(text)
	} else {
		number, err = t.number(text, false)
	}
	t.integers, t.ofIntegers = append(t.integers, n), append(t.ofIntegers, number)
	return number, err
}

// mixed is another number for each n, the last bits of which depend on all of its bits
// (Fibonacci hashing).
func mixed(n int64) int64 {
	x := uint64(n) * 0x9E3779B97F4A7C15
	return int64(x ^ x>>32)
}

// add adds the values of others, and returns their numbers here.
func (t *interned) add(others *interned) ([]int32, error) {
	numbers := make([]int32, len(others.texts))
	for i, text := range others.texts {
		if !others.isOfTexts && int32(i) != others.Null() {
			continue // an integer
		}
		var err error
		if numbers[i], err = t.number(text, int32(i) == others.Null()); err != nil {
			return nil, err
		}
	}
	for i, n := range others.integers {
		var err error
		if numbers[others.ofIntegers[i]], err = t.ofInteger(n); err != nil {
			return nil, err
		}
	}
	return numbers, nil
}
