package people

import (
	"cmp"
	"database/sql"
	"slices"
	"strings"

	"skyline/sqlfuncs/host"
)

// interned are the different values of a column, by the bytes of their texts, numbered from 0
// as they are met.
type interned struct {
	numbers map[string]int32
	values  []sql.Null[string]
	null    int32 // 1 + the number of NULL, 0 without
}

// number returns the number of a value, whose text is copied if it is new.
func (t *interned) number(value sql.Null[host.Bytes]) int32 {
	if !value.Valid {
		if t.null == 0 {
			t.values = append(t.values, sql.Null[string]{})
			t.null = int32(len(t.values))
		}
		return t.null - 1
	}
	number, ok := t.numbers[string(value.V)]
	if !ok {
		if t.numbers == nil {
			t.numbers = map[string]int32{}
		}
		text := strings.Clone(string(value.V))
		number = int32(len(t.values))
		t.numbers[text] = number
		t.values = append(t.values, host.Some(text))
	}
	return number
}

// add adds the values of others, and returns their numbers here.
func (t *interned) add(others *interned) []int32 {
	numbers := make([]int32, len(others.values))
	for i, v := range others.values {
		numbers[i] = t.number(sql.Null[host.Bytes]{V: host.Bytes(v.V), Valid: v.Valid})
	}
	return numbers
}

// codes returns, by number, the places of the values in the order of their bytes, NULL last.
func (t *interned) codes() []int32 {
	order := make([]int32, len(t.values))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		x, y := &t.values[a], &t.values[b]
		switch {
		case x.Valid && y.Valid:
			return cmp.Compare(x.V, y.V)
		case x.Valid:
			return -1
		}
		return 1
	})
	codes := make([]int32, len(order))
	for code, number := range order {
		codes[number] = int32(code)
	}
	return codes
}
