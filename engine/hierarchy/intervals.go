package hierarchy

import (
	"errors"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"skyline/engine/label"
)

// Errors of widths.
var (
	ErrNotDecimal  = errors.New("hierarchy: not a decimal number")
	ErrNotPositive = errors.New("hierarchy: a width is not positive")
	// ErrNotNested reports a width that is not a multiple of the one before, two
	// times as large at least.
	ErrNotNested = errors.New("hierarchy: intervals do not nest")
	// ErrNotOrdered reports ends of the scale of which the upper one is not above the lower one.
	ErrNotOrdered = errors.New("hierarchy: the upper end is not above the lower one")
	// ErrNotBeginning reports an end of the scale at which no period of some width begins.
	ErrNotBeginning = errors.New("hierarchy: no period of a width begins at the end of the scale")
	// ErrNotFirst reports periods of months from a day that is not the first of one.
	ErrNotFirst = errors.New("hierarchy: months begin on their first day")
)

// maxExponent bounds the exponents of numbers; those of doubles are within.
const maxExponent = 400

// Intervals generalizes numbers to intervals of several widths, which nest:
//
//	I_w(x) = [o + w·⌊(x−o)/w⌋, o + w·⌊(x−o)/w⌋ + w)
//
// with the origin o and a width w, each width a multiple of the one before.
// Numbers are decimal texts of any length, and nothing is rounded.
//
// The scale may have ends: all numbers below its bottom are one set, those from its top on
// another, whatever the width, and an interval that contains an end stops there.
type Intervals struct {
	digits      int      // behind the point, of origin, widths and ends
	scale       *big.Int // 10^digits, by which they are multiplied
	origin      *big.Int
	widths      []*big.Int
	bottom, top *big.Int // nil for none
}

// Ends are where a scale ends, as texts, "" for none.
type Ends struct{ Bottom, Top string }

// NewIntervals returns the intervals of the widths, each of which begins and
// ends at the origin or a multiple of its width from it, unless the scale ends.
//
// Errors: ErrNotDecimal, ErrNotPositive, ErrNotNested, ErrNotOrdered.
func NewIntervals(widths []string, origin string, ends Ends) (*Intervals, error) {
	in := &Intervals{}
	numbers := make([]decimal, len(widths)+3)
	for i, text := range append([]string{ends.Bottom, ends.Top, origin}, widths...) {
		if text == "" && i < 2 {
			continue
		}
		d, ok := parseDecimal(text)
		if !ok {
			return nil, ErrNotDecimal
		}
		numbers[i] = d
		in.digits = max(in.digits, d.digits)
	}
	in.scale = powerOf10(in.digits)
	if ends.Bottom != "" {
		in.bottom = numbers[0].floor(in.digits)
	}
	if ends.Top != "" {
		in.top = numbers[1].floor(in.digits)
	}
	if in.bottom != nil && in.top != nil && in.bottom.Cmp(in.top) >= 0 {
		return nil, ErrNotOrdered
	}
	in.origin = numbers[2].floor(in.digits)
	for i, d := range numbers[3:] {
		w := d.floor(in.digits)
		if w.Sign() <= 0 {
			return nil, ErrNotPositive
		}
		if i > 0 {
			before := in.widths[i-1]
			if w.Cmp(before) <= 0 || new(big.Int).Rem(w, before).Sign() != 0 {
				return nil, ErrNotNested
			}
		}
		in.widths = append(in.widths, w)
	}
	return in, nil
}

// Whole reports whether the origin, all widths and the ends are whole numbers.
func (in *Intervals) Whole() bool { return in.digits == 0 }

// Labels returns the label of a number's interval for each width: "[20, 30)", or,
// where the numbers are whole ones (and so is the Intervals), "[20, 29]"; and "< 18" and
// ">= 90" beyond the ends of the scale. It returns nil for what is no number: NaN, and
// infinities that no end has below or above it.
func (in *Intervals) Labels(number string, whole bool) []string {
	if end := in.beyond(number); end != "" {
		return slices.Repeat([]string{end}, len(in.widths))
	}
	d, ok := parseDecimal(number)
	if !ok {
		return nil
	}
	// Bounds are whole numbers once scaled, so x lies between the same ones as ⌊x⌋.
	x := d.floor(in.digits)
	x.Sub(x, in.origin)
	labels := make([]string, len(in.widths))
	var low, high big.Int
	for i, w := range in.widths {
		low.Div(x, w) // rounds down, as w is positive
		low.Mul(&low, w)
		low.Add(&low, in.origin)
		high.Add(&low, w)
		if in.bottom != nil && low.Cmp(in.bottom) < 0 {
			low.Set(in.bottom)
		}
		if in.top != nil && high.Cmp(in.top) > 0 {
			high.Set(in.top)
		}
		if whole && in.Whole() {
			high.Sub(&high, one)
			labels[i] = label.Range(low.String(), high.String())
		} else {
			labels[i] = label.Below(in.text(&low), in.text(&high))
		}
	}
	return labels
}

// beyond returns the label of a number beyond an end of the scale, "" for another one.
func (in *Intervals) beyond(number string) string {
	below, above := strings.HasPrefix(number, "-inf"), strings.HasPrefix(number, "inf")
	if d, ok := parseDecimal(number); ok {
		x := d.floor(in.digits)
		below = in.bottom != nil && x.Cmp(in.bottom) < 0
		above = in.top != nil && x.Cmp(in.top) >= 0
	}
	switch {
	case below && in.bottom != nil:
		return label.Under(in.text(in.bottom))
	case above && in.top != nil:
		return label.From(in.text(in.top))
	}
	return ""
}

var one = big.NewInt(1)

// text writes a scaled number with no more digits than it needs.
func (in *Intervals) text(x *big.Int) string {
	if in.digits == 0 {
		return x.String()
	}
	var fraction big.Int
	whole, _ := new(big.Int).QuoRem(new(big.Int).Abs(x), in.scale, &fraction)
	sign := ""
	if x.Sign() < 0 {
		sign = "-"
	}
	if fraction.Sign() == 0 {
		return sign + whole.String()
	}
	digits := fraction.String()
	digits = strings.Repeat("0", in.digits-len(digits)) + digits
	return sign + whole.String() + "." + strings.TrimRight(digits, "0")
}

// decimal is mantissa / 10^digits. A number that ends in zeros has negative
// digits where it is written with an exponent.
type decimal struct {
	mantissa *big.Int
	digits   int
}

// parseDecimal reads [-]digits[.digits][e[+-]digits].
func parseDecimal(s string) (decimal, bool) {
	mantissa, exponent, hasExponent := strings.Cut(strings.ToLower(s), "e")
	var d decimal
	if hasExponent {
		e, err := strconv.Atoi(exponent)
		if err != nil || e > maxExponent || e < -maxExponent {
			return d, false
		}
		d.digits = -e
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	fraction = strings.TrimRight(fraction, "0")
	d.digits += len(fraction)
	unsigned := strings.TrimPrefix(whole, "-") + fraction
	if unsigned == "" {
		// ".0" and "-" have no digit, "0.0" has one.
		return d, false
	}
	for i := range len(unsigned) {
		if unsigned[i] < '0' || unsigned[i] > '9' {
			return d, false
		}
	}
	var ok bool
	d.mantissa, ok = new(big.Int).SetString(whole+fraction, 10)
	return d, ok
}

// floor returns the number times 10^digits, rounded down.
func (d decimal) floor(digits int) *big.Int {
	if shift := digits - d.digits; shift > 0 {
		return d.mantissa.Mul(d.mantissa, powerOf10(shift))
	} else if shift < 0 {
		return d.mantissa.Div(d.mantissa, powerOf10(-shift))
	}
	return d.mantissa
}

func powerOf10(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}
