package hints

import (
	"regexp"
	"strings"
)

var (
	// A day, with a time behind it or not: as DuckDB writes it, or as people do.
	day = regexp.MustCompile(`^(\d{4}-\d{2}(-\d{2}([ T]\d{2}:\d{2}.*)?)?( \(BC\))?|\d{1,2}[./-]\d{1,2}[./-](\d{2}|\d{4})|\d{4}[./]\d{1,2}[./]\d{1,2})$`)
	// The first of January, as DuckDB writes it: what is left of a day that was cut to its year.
	newYear = regexp.MustCompile(`^\d{4}-01-01( 00:00:00(\+00)?)?$`)
	phone   = regexp.MustCompile(`^(\+|0|\()[0-9 ()./-]+$|^[0-9]{2,}([ ./-][0-9]{2,}){1,5}$`)
	vin     = regexp.MustCompile(`^[A-HJ-NPR-Z0-9]{17}$`)
	iban    = regexp.MustCompile(`^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$`)
	grouped = regexp.MustCompile(`^[0-9]+([ -][0-9]+)*$`)
)

func isDay(text string) bool     { return day.MatchString(text) }
func isNewYear(text string) bool { return newYear.MatchString(text) }

// isPhone: what may be a day is looked at as one before.
func isPhone(text string) bool {
	n := len(digitsOf(text))
	return 7 <= n && n <= 15 && phone.MatchString(text)
}

// digitsOf returns the digits of a text.
func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, text)
}

// isLuhn: ISO/IEC 7812-1, annex B. From the right every second digit is doubled, and the
// digits of all add up to a multiple of 10.
func isLuhn(text string) bool {
	if !grouped.MatchString(text) {
		return false
	}
	digits := digitsOf(text)
	if len(digits) < 10 || len(digits) > 19 {
		return false
	}
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			d = d*2/10 + d*2%10
		}
		sum += d
	}
	return sum%10 == 0
}

// isIBAN: ISO 13616. With the first four characters at the end, and letters as numbers from
// 10, it is 1 modulo 97.
func isIBAN(text string) bool {
	text = strings.ReplaceAll(text, " ", "")
	if !iban.MatchString(text) {
		return false
	}
	remainder := 0
	for _, r := range text[4:] + text[:4] {
		if r <= '9' {
			remainder = (remainder*10 + int(r-'0')) % 97
		} else {
			remainder = (remainder*100 + int(r-'A') + 10) % 97
		}
	}
	return remainder == 1
}

// isVIN: ISO 3779 with the check digit of 49 CFR 565.15: the values of the characters, with
// their weights, add up to that of the ninth modulo 11, X standing for 10.
func isVIN(text string) bool {
	if !vin.MatchString(text) {
		return false
	}
	const (
		letters = "0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ" // its place modulo 10 is the value of a character
		checks  = "0123456789X"
	)
	weights := [17]int{8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2}
	sum := 0
	for i := range len(text) {
		sum += strings.IndexByte(letters, text[i]) % 10 * weights[i]
	}
	return text[8] == checks[sum%11]
}
