package page

import (
	"regexp"
	"strconv"
)

// decimal is a number with decimals in a text.
var decimal = regexp.MustCompile(`-?\d+\.\d+(e[-+]?\d+)?`)

// Short rounds the numbers with decimals in a value to so many digits, but none before the
// point.
func Short(value string, digits int) string {
	return decimal.ReplaceAllStringFunc(value, func(number string) string {
		x, err := strconv.ParseFloat(number, 64)
		if err != nil || len(number) <= len("0.")+digits {
			return number
		}
		short := strconv.FormatFloat(x, 'g', digits, 64)
		if y, err := strconv.ParseFloat(short, 64); err == nil && (y >= 1 || y <= -1) {
			whole := strconv.FormatFloat(x, 'f', 0, 64)
			if len(whole) >= digits {
				return whole
			}
		}
		return short
	})
}
