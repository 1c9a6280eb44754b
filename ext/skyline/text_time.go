package main

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/duckdb/duckdb-go/v2"
)

// appendTime appends a date, time or timestamp as DuckDB writes it.
func appendTime(b []byte, typeName string, v time.Time) []byte {
	if sign := infinity(typeName, v); sign != 0 {
		if sign < 0 {
			b = append(b, '-')
		}
		return append(b, "infinity"...)
	}
	switch typeName {
	case "TIME", "TIME WITH TIME ZONE":
		b = appendClock(b, v)
	case "DATE":
		return appendDate(b, v)
	default:
		b = append(appendDate(b, v), ' ')
		b = appendClock(b, v)
	}
	if !strings.HasSuffix(typeName, " WITH TIME ZONE") {
		return b
	}
	// DuckDB writes minutes and seconds of the offset only where there are any.
	_, offset := v.Zone()
	sign := byte('+')
	if offset < 0 {
		sign, offset = '-', -offset
	}
	b = appendPadded(append(b, sign), offset/3600, 2)
	if offset%3600 != 0 {
		b = appendPadded(append(b, ':'), offset/60%60, 2)
	}
	if offset%60 != 0 {
		b = appendPadded(append(b, ':'), offset%60, 2)
	}
	return b
}

// infinity returns the sign of a date or timestamp that stands for one of the
// infinities, which are the extremes of the stored integer, and otherwise 0.
func infinity(typeName string, v time.Time) int {
	var stored, limit int64 = 0, math.MaxInt64
	switch typeName {
	case "DATE":
		stored, limit = v.Unix()/(24*60*60), math.MaxInt32
	case "TIMESTAMP", "TIMESTAMP WITH TIME ZONE":
		stored = v.UnixMicro()
	case "TIMESTAMP_S":
		stored = v.Unix()
	case "TIMESTAMP_MS":
		stored = v.UnixMilli()
	case "TIMESTAMP_NS":
		stored = v.UnixNano()
	}
	switch stored {
	case limit:
		return 1
	case -limit:
		return -1
	}
	return 0
}

func appendDate(b []byte, v time.Time) []byte {
	year, month, day := v.Date()
	suffix := ""
	if year <= 0 { // 1 BC is the year before 1 AD
		year, suffix = 1-year, " (BC)"
	}
	b = appendPadded(b, year, 4)
	b = appendPadded(append(b, '-'), int(month), 2)
	b = appendPadded(append(b, '-'), day, 2)
	return append(b, suffix...)
}

func appendClock(b []byte, v time.Time) []byte {
	hour, minute, second := v.Clock()
	b = appendPadded(b, hour, 2)
	b = appendPadded(append(b, ':'), minute, 2)
	b = appendPadded(append(b, ':'), second, 2)
	return appendFraction(b, v.Nanosecond(), 9)
}

// appendFraction appends a fraction of a second of that many digits, without
// the zeros at its end.
func appendFraction(b []byte, fraction, digits int) []byte {
	if fraction == 0 {
		return b
	}
	text := appendPadded(nil, fraction, digits)
	return append(append(b, '.'), strings.TrimRight(string(text), "0")...)
}

func appendPadded(b []byte, n, width int) []byte {
	digits := strconv.Itoa(n)
	for range width - len(digits) {
		b = append(b, '0')
	}
	return append(b, digits...)
}

// appendInterval writes an interval in years, months, days and the time of day,
// leaving out what is zero.
func appendInterval(b []byte, v duckdb.Interval) []byte {
	start := len(b)
	part := func(n int32, unit string) {
		if n == 0 {
			return
		}
		if len(b) > start {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(n), 10)
		b = append(append(b, ' '), unit...)
		if n != 1 && n != -1 {
			b = append(b, 's')
		}
	}
	part(v.Months/12, "year")
	part(v.Months%12, "month")
	part(v.Days, "day")
	if v.Micros == 0 && len(b) > start {
		return b
	}
	if len(b) > start {
		b = append(b, ' ')
	}
	micros := uint64(v.Micros)
	if v.Micros < 0 {
		b, micros = append(b, '-'), -micros
	}
	b = appendPadded(b, int(micros/3_600_000_000), 2)
	b = appendPadded(append(b, ':'), int(micros/60_000_000%60), 2)
	b = appendPadded(append(b, ':'), int(micros/1_000_000%60), 2)
	return appendFraction(b, int(micros%1_000_000), 6)
}
