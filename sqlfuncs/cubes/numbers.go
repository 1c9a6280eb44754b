package cubes

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"skyline/engine/cube"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/words"
)

// What a published cell is.
const (
	plain   = "published"
	masked  = "masked"
	rounded = "rounded"
	noisy   = "noisy"
	absent  = "absent"
	ofLine  = "sum of masked"
)

// number is what a text of a value column says: what kind of cell it is, and between what numbers the true one is.
type number struct {
	kind  string
	shown *big.Rat // nil for what is no number
	cube.Range
}

const (
	// mostDigits is how many digits numbers may have behind the point.
	mostDigits = 9
	mostNumber = 1 << 52
)

// parseNumber reads a decimal number as DuckDB writes it; nil for any other text.
func parseNumber(text string) *big.Rat {
	if text == "" || len(text) > 60 || strings.Trim(text, "+-.0123456789eE") != "" || strings.Trim(text, "+-.eE") == "" {
		return nil
	}
	if _, exponent, ok := strings.Cut(strings.ToLower(text), "e"); ok && len(exponent) > 4 {
		return nil
	}
	x, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil
	}
	return x
}

// numbers reads what stands in value columns, all in whole numbers of a unit: 1, or for sums a power of 1/10, or half of it.
type numbers struct {
	whole, negative bool
	scale           *big.Int
}

// digits returns how many digits behind the point a number has, mostDigits + 1 for more.
func digits(x *big.Rat) int {
	ten, n := big.NewRat(10, 1), 0
	for y := new(big.Rat).Set(x); !y.IsInt() && n <= mostDigits; n++ {
		y.Mul(y, ten)
	}
	return n
}

// newNumbers chooses the unit: of all texts that are numbers.
func newNumbers(spec *auditSpec, texts [][]string) (*numbers, error) {
	n := &numbers{whole: spec.Kind != kindSum, negative: spec.Negative, scale: big.NewInt(1)}
	if n.whole {
		return n, nil
	}
	most := 0
	count := func(text string) {
		if x := parseNumber(text); x != nil {
			most = max(most, digits(x))
		}
	}
	for i := range spec.Tables {
		t := &spec.Tables[i]
		for _, text := range texts[i] {
			count(text)
		}
		count(t.Noise)
		if t.Rounding != nil {
			count(t.Rounding.Base)
		}
		for _, m := range t.Masks {
			count(m.Least)
			count(m.Largest)
		}
	}
	if most > mostDigits {
		return nil, fmt.Errorf("value must have at most %d digits behind the point; round it in a query given as published", mostDigits)
	}
	n.scale.Exp(big.NewInt(10), big.NewInt(int64(most)), nil)
	if slices.ContainsFunc(spec.Tables, func(t given) bool { return t.Rounding != nil }) {
		n.scale.Mul(n.scale, big.NewInt(2)) // half of a base is a number of units
	}
	return n, nil
}

// scaled returns a number in units, rounded down, and whether that is exact; false for what is too large.
func (n *numbers) scaled(x *big.Rat) (units int64, exact, ok bool) {
	y := new(big.Int).Mul(x.Num(), n.scale)
	rest := new(big.Int)
	y.DivMod(y, x.Denom(), rest)
	if !y.IsInt64() || y.Int64() > mostNumber || y.Int64() < -mostNumber {
		return 0, false, false
	}
	return y.Int64(), rest.Sign() == 0, true
}

// end returns the end of a range, a number as text: rounded up for a least one, down for a largest.
func (n *numbers) end(text, what string, least bool) (int64, error) {
	x := parseNumber(text)
	if x == nil {
		return 0, fmt.Errorf("%s must be a number", what)
	}
	units, exact, ok := n.scaled(x)
	if !ok {
		return 0, fmt.Errorf("%s must be within ±2^52, in units of the last digit that is published", what)
	}
	if least && !exact {
		units++
	}
	return units, nil
}

// between is the range of a mask.
func (n *numbers) between(t *given, m *mask) (r cube.Range, err error) {
	r, err = n.rangeOf(m.Least, m.Largest, "masked: between")
	if err == nil && !r.NoLeast && !r.NoLargest && r.Least > r.Largest {
		err = fmt.Errorf("masked: between of %s must have a number between its ends that a cell can be", t.Where)
	}
	return r, err
}

// rangeOf is the range of two texts, each of which is a number, or "" where there is no end.
func (n *numbers) rangeOf(least, largest, what string) (r cube.Range, err error) {
	if r.NoLeast = least == ""; !r.NoLeast {
		if r.Least, err = n.end(least, what, true); err != nil {
			return r, err
		}
	}
	if r.NoLargest = largest == ""; !r.NoLargest {
		r.Largest, err = n.end(largest, what, false)
	}
	return r, err
}

// maskOf returns the mask that a text is, nil for none.
func maskOf(t *given, text string, isNull bool) *mask {
	for i := range t.Masks {
		m := &t.Masks[i]
		switch {
		case m.Value == nil && isNull, m.Value != nil && !isNull && *m.Value == text:
			return m
		case m.Value == nil || isNull:
		default:
			if x, y := parseNumber(*m.Value), parseNumber(text); x != nil && y != nil && x.Cmp(y) == 0 {
				return m
			}
		}
	}
	return nil
}

// faults counts what is wrong with the values of a table, in rows.
type faults struct{ null, text, fraction, negative, large, base int64 }

// read reads a text of a table; f is where what is wrong is counted.
func (n *numbers) read(t *given, text string, isNull bool, rows int64, f *faults) (number, error) {
	if m := maskOf(t, text, isNull); m != nil {
		r, err := n.between(t, m)
		return number{kind: masked, Range: r}, err
	}
	x := parseNumber(text)
	switch {
	case isNull:
		f.null += rows
		return number{}, nil
	case x == nil:
		f.text += rows
		return number{}, nil
	case x.Sign() < 0 && !n.negative:
		f.negative += rows
		return number{}, nil
	}
	units, exact, ok := n.scaled(x)
	switch {
	case !ok:
		f.large += rows
		return number{}, nil
	case !exact:
		f.fraction += rows
		return number{}, nil
	}
	result := number{kind: plain, shown: x, Range: cube.Range{Least: units, Largest: units}}
	switch {
	case t.Rounding != nil:
		base, err := n.base(t.Rounding)
		if err != nil {
			return number{}, err
		}
		if units%base != 0 {
			f.base += rows
			return number{}, nil
		}
		away := base // rounded to one of the neighbours: less than the base away, which whole numbers can say
		if n.whole {
			away--
		}
		if t.Rounding.Rule == "nearest" {
			away = base / 2
		}
		result.kind, result.Least, result.Largest = rounded, units-away, units+away
	case t.Noise != "":
		away, err := n.end(t.Noise, "noise", false)
		if err != nil {
			return number{}, err
		}
		result.kind, result.Least, result.Largest = noisy, units-away, units+away
	}
	if !n.negative && result.Least < 0 {
		result.Least = 0
	}
	return result, nil
}

func rowCount(n int64) string { return words.Count(n, "row", "rows") }

// base is what numbers were rounded to, in units.
func (n *numbers) base(r *round) (int64, error) {
	x := parseNumber(r.Base)
	if x == nil {
		return 0, errRows
	}
	base, exact, ok := n.scaled(x)
	if !ok || !exact || base < 1 {
		return 0, errors.New("rounding: base must be a whole number where numbers are counts, and at most 2^52")
	}
	return base, nil
}

// err is the first thing that is wrong.
func (f *faults) err(t *given) error {
	of := func(n int64) string { return rowCount(n) + " of " + t.Where }
	switch {
	case f.negative > 0:
		return fmt.Errorf("value must not be negative, as in %s; negative := true is for sums of numbers that may be below 0", of(f.negative))
	case f.fraction > 0:
		return fmt.Errorf("value must be a whole number where numbers are counts (kind 'rows' or 'distinct'), and is not in %s; kind := 'sum' is for sums", of(f.fraction))
	case f.large > 0:
		return fmt.Errorf("value must be within ±2^52, in units of the last digit that is published, and is not in %s; round it in a query", of(f.large))
	case f.base > 0:
		return fmt.Errorf("rounding: base must divide all numbers that are published, and does not in %s; say in masked what stands for masked cells", of(f.base))
	case f.null > 0:
		return fmt.Errorf("masked must say what NULL stands for, which is the value in %s. "+
			"If cells below 10 are masked and everybody knows that: masked := {'value': NULL, 'between': [1, 9]}. If nothing is known of them: masked := {'value': NULL, 'between': [0, NULL]}", of(f.null))
	case f.text > 0:
		return fmt.Errorf("masked must say what texts stand for that are no numbers, as in %s. For example: masked := {'value': '<5', 'between': [1, 4]}, or a list of such structs", of(f.text))
	}
	return nil
}

// rat returns units as a number.
func (n *numbers) rat(units *big.Rat) *big.Rat {
	if units == nil {
		return nil
	}
	return new(big.Rat).Quo(units, new(big.Rat).SetInt(n.scale))
}

// refuseDouble is an error for a table of sums that are not exact.
func (t *given) refuseDouble(g *people.Gathered, kind string) error {
	if kind == kindSum && !t.Known && len(g.Columns) == len(t.By)+3 {
		if _, types := g.Column(len(t.By) + 1); isDouble(types) {
			return fmt.Errorf("value must not be a DOUBLE or FLOAT in %s, whose sums are rounded; cast it to a DECIMAL with the digits that are published", t.Where)
		}
	}
	return nil
}

// isDouble reports whether a column of sums has a type whose sums are not exact.
func isDouble(types []string) bool {
	return slices.Contains(types, "DOUBLE") || slices.Contains(types, "FLOAT")
}
