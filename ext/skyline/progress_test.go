package main

import (
	"strings"
	"testing"
	"time"
)

func TestProgressLine(t *testing.T) {
	for want, line := range map[string]progressLine{
		"running, 7 s":               {"", -1, 7 * time.Second}, // DuckDB does not know
		"running, 2 s":               {"", 0, 2500 * time.Millisecond},
		"skyline_find computes, 3 s": {"skyline_find", 0, 3 * time.Second},
		" 25 % ▕" + strings.Repeat("█", 10) + strings.Repeat(" ", 30) + "▏ skyline_anonymize computes, 60 s": {"skyline_anonymize", 25, time.Minute},
		"100 % ▕" + strings.Repeat("█", 40) + "▏ running, 5 s":                                               {"", 101, 5 * time.Second},
	} {
		if got := line.String(); got != want {
			t.Errorf("%+v: %q, want %q", line, got, want)
		}
	}
}
