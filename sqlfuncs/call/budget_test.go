package call

import (
	"testing"
	"time"
)

func TestParseBudget(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"10 s": 10 * time.Second, " 1.5 Minutes": 90 * time.Second, "250ms": 250 * time.Millisecond, "2 hours": 2 * time.Hour,
		"00:00:10": 10 * time.Second, "01:02:03.5": time.Hour + 2*time.Minute + 3500*time.Millisecond,
		"": 0, "10": 0, "s": 0, "0 s": 0, "-1 s": 0, "1e9 s": 0, "2 days": 48 * time.Hour, "10 weeks": 0, "1 s 2 ms": 0, "00:60:00": 0, "NaN s": 0, "１ s": 0,
	} {
		if got := parseBudget(text); got != want {
			t.Errorf("parseBudget(%q) = %v, want %v", text, got, want)
		}
	}
}

func FuzzParseBudget(f *testing.F) {
	f.Add("10 s")
	f.Add("99:59:59.999999999")
	f.Add("999999999.999999999 hours")
	f.Fuzz(func(t *testing.T, text string) {
		if d := parseBudget(text); d < 0 {
			t.Errorf("parseBudget(%q) = %v, below 0", text, d)
		}
	})
}
