package people

import (
	"testing"

	"skyline/sqlfuncs/call"
)

// TestNearest: a suggestion is for a slip of the pen only.
func TestNearest(t *testing.T) {
	for word, want := range map[string]string{
		"k_anonymit": "k_anonymity", "max_shares": "max_share", "skylin": "skyline", "presenc": "presence", "implication": "implications",
		"beta": "", "x": "", "": "", "distance": "", "diversity_of_values": "", "share": "",
	} {
		if got := call.Nearest(word, RequirementNames()); got != want {
			t.Errorf("nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
