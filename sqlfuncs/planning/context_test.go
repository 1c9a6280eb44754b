package planning

import (
	"strings"
	"testing"
)

// TestValidUntil: what is a day and what is none.
func TestValidUntil(t *testing.T) {
	for stated, want := range map[string]bool{"2027-12-31": true, "": true, "2028-02-29": true, "2027-02-29": false, "2027-2-9": false, "31.12.2027": false, "2027-12-31 10:00": false, "+2027-12-31": false} {
		g, err := NewGiven([]any{map[string]any{"attribute": nil, "role": nil, "context": " Valid_Until", "stated": stated}})
		if (err == nil) != want {
			t.Errorf("%q: %v", stated, err)
		}
		if err == nil && (g.Stated("valid_until") != nil) != (stated != "") {
			t.Errorf("%q: %v", stated, g.Stated("valid_until"))
		}
		if err != nil && !strings.Contains(err.Error(), "row 1 (valid_until): stated must be a day") {
			t.Errorf("%q: %v", stated, err)
		}
	}
}
