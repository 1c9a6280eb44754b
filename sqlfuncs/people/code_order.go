package people

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
)

// ordered returns the texts in their order, NULL last, and the place of each
// number's text in it.
func (t *interned) ordered() (texts []string, rank []int32) {
	type entry struct {
		first uint64 // the first bytes, which decide nearly always
		code  int32
	}
	order := make([]entry, 0, len(t.texts))
	for code, text := range t.texts {
		if int32(code) != t.Null() {
			var first [8]byte
			copy(first[:], text)
			order = append(order, entry{binary.BigEndian.Uint64(first[:]), int32(code)})
		}
	}
	slices.SortFunc(order, func(a, b entry) int {
		if a.first != b.first {
			return cmp.Compare(a.first, b.first)
		}
		return strings.Compare(t.texts[a.code], t.texts[b.code])
	})
	if t.null > 0 {
		order = append(order, entry{code: t.Null()})
	}
	texts, rank = make([]string, len(order)), make([]int32, len(order))
	for place, e := range order {
		texts[place], rank[e.code] = t.texts[e.code], int32(place)
	}
	return texts, rank
}

// fewCodes is how many combinations of codes of neighbouring columns are counted at once.
const fewCodes = 1 << 12

// RowOrder returns the rows in the order of their codes, those of the first column first;
// rows with the same codes stay in the order in which they are. sizes bounds the codes of
// each column. It takes O(rows + sizes) time for a column, and hardly more for several with few
// codes: codes are counted, not compared.
func RowOrder(columns [][]int32, sizes []int, rows int) []int {
	order, next := make([]int, rows), make([]int, rows)
	for row := range order {
		order[row] = row
	}
	var combined []int32
	for last := len(columns) - 1; last >= 0; last-- {
		codes, size := columns[last], sizes[last]
		for last > 0 && size*sizes[last-1] <= fewCodes {
			last--
			combined = combine(combined, columns[last], codes, int32(size))
			codes, size = combined, size*sizes[last]
		}
		begins := make([]int, size+1)
		for _, code := range codes {
			begins[code+1]++
		}
		for code := range size {
			begins[code+1] += begins[code]
		}
		for _, row := range order {
			next[begins[codes[row]]] = row
			begins[codes[row]]++
		}
		order, next = next, order
	}
	return order
}

// combine sets into, which may be the second column, to codes in the order of those of both
// columns. size bounds those of the second.
func combine(into, first, second []int32, size int32) []int32 {
	into = slices.Grow(into[:0], len(first))[:len(first)]
	for row, code := range first {
		into[row] = code*size + second[row]
	}
	return into
}

// InOrder is Ordered with the rows in the order of their codes, and how many people each counts.
func (g *Gathered) InOrder() (columns [][]int32, texts [][]string, counts []int64) {
	columns, texts = g.Ordered()
	order := RowOrder(columns, Sizes(texts), len(g.Counts))
	counts = make([]int64, len(order))
	for at, row := range order {
		counts[at] = g.Counts[row]
	}
	for i, codes := range columns {
		columns[i] = make([]int32, len(order))
		for at, row := range order {
			columns[i][at] = codes[row]
		}
	}
	return columns, texts, counts
}

// Sizes returns how many texts each column has.
func Sizes(texts [][]string) []int {
	sizes := make([]int, len(texts))
	for i := range texts {
		sizes[i] = len(texts[i])
	}
	return sizes
}
