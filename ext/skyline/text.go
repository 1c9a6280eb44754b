package main

import (
	"encoding/hex"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/duckdb/duckdb-go/v2"
)

// null is how a NULL is shown where there is no better way.
const null = "NULL"

// appendText appends a value of the column.
func (c column) appendText(b []byte, v any) []byte {
	if text, ok := v.(string); ok && c.cast {
		return append(b, text...)
	}
	return appendText(b, c.typ, v)
}

// appendText appends v, a value that the driver returned for a column of type t,
// in the form that DuckDB's own cast to VARCHAR gives it.
func appendText(b []byte, t *sqlType, v any) []byte {
	if t.name == "JSON" && v != nil { // which the driver has decoded
		return appendDecoded(b, v)
	}
	switch v := v.(type) {
	case nil:
		return append(b, null...)
	case bool:
		return strconv.AppendBool(b, v)
	case string:
		return append(b, v...)
	case float64:
		return appendFloat(b, v, 64)
	case float32:
		return appendFloat(b, float64(v), 32)
	case *big.Int:
		return v.Append(b, 10)
	case duckdb.Decimal:
		return appendDecimal(b, v)
	case time.Time:
		return appendTime(b, t.name, v)
	case duckdb.Interval:
		return appendInterval(b, v)
	case duckdb.Bit:
		return append(b, v.String()...)
	case []byte:
		return appendBytes(b, t.name, v)
	case []any, map[string]any, duckdb.OrderedMap, duckdb.Union:
		if len(t.fields) > 0 {
			return appendNested(b, t, v)
		}
	}
	return fmt.Append(b, v) // integers
}

// appendFloat writes the fewest digits that read back as the same number, and
// always a point or an exponent. DuckDB turns to exponents from 1e16 upwards
// and from 1e-5 downwards. (It writes a FLOAT that has two shortest forms with a
// digit more.)
func appendFloat(b []byte, v float64, bits int) []byte {
	text := strconv.FormatFloat(v, 'e', -1, bits)
	mantissa, exponent, ok := strings.Cut(text, "e")
	if !ok { // NaN, +Inf or -Inf
		return append(b, strings.ToLower(strings.TrimPrefix(text, "+"))...)
	}
	if e, _ := strconv.Atoi(exponent); e >= -4 && e < 16 {
		text = strconv.FormatFloat(v, 'f', -1, bits)
		if !strings.Contains(text, ".") {
			text += ".0"
		}
		return append(b, text...)
	}
	return append(append(append(b, mantissa...), 'e'), exponent...)
}

// appendDecimal writes all digits of the scale, as in 1.50.
func appendDecimal(b []byte, d duckdb.Decimal) []byte {
	digits := new(big.Int).Abs(d.Value).String()
	scale := int(d.Scale)
	whole := 1 // digits before the point, of which DECIMAL(4,4) has none
	if d.Width == d.Scale {
		whole = 0
	}
	if missing := scale + whole - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	if d.Value.Sign() < 0 {
		b = append(b, '-')
	}
	b = append(b, digits[:len(digits)-scale]...)
	if scale > 0 {
		b = append(append(b, '.'), digits[len(digits)-scale:]...)
	}
	return b
}

// appendBytes writes a UUID, or a BLOB with all but plain characters as \xFF.
func appendBytes(b []byte, typeName string, v []byte) []byte {
	if typeName == "UUID" && len(v) == 16 {
		for i, from := range []int{0, 4, 6, 8, 10} {
			if i > 0 {
				b = append(b, '-')
			}
			b = hex.AppendEncode(b, v[from:[]int{4, 6, 8, 10, 16}[i]])
		}
		return b
	}
	const digits = "0123456789ABCDEF"
	for _, c := range v {
		if c >= ' ' && c <= '~' && c != '\\' && c != '\'' && c != '"' {
			b = append(b, c)
			continue
		}
		b = append(b, '\\', 'x', digits[c>>4], digits[c&15])
	}
	return b
}
