package sqlfuncs

import (
	"strings"
	"testing"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/presence"
)

// FuzzExistence plans calls with arguments of any shape: there is a plan, or an error that
// names the function.
func FuzzExistence(f *testing.F) {
	for _, seed := range []string{
		`{"tbl": "t", "qi": ["a", "b"], "present": "p", "groups": "g", "kind": "pdf", "delta_min": 0.1, "delta_max": 0.9}`,
		`{"tbl": "t", "qi": ["a\"'"], "present": "p", "groups": "g", "kind": "pdf", "release": "(FROM r)", "delta_min": 0, "delta_max": 1, "weight": "w"}`,
		`{"tbl": "t", "qi": ["a"], "present": "p", "groups": "g", "kind": "pdf", "likelihood": "l", "delta_min": 1, "delta_max": NaN}`,
		`{"tbl": "t", "qi": ["people"], "present": "p", "groups": "P", "kind": "set"}`, `{}`, `[]`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, arguments string) {
		for _, function := range []*call.Function{presence.PresenceCheck, presence.PresenceExistence} {
			plan, err := planCall(function.Name, arguments, false)
			if err != nil && !strings.HasPrefix(err.Error(), function.Name+": ") {
				t.Errorf("%s: %v", function.Name, err)
			}
			if err == nil && plan == "" {
				t.Errorf("%s: no plan", function.Name)
			}
		}
	})
}
