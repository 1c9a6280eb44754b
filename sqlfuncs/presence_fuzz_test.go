package sqlfuncs

import (
	"strings"
	"testing"

	"skyline/sqlfuncs/presence"
)

// FuzzExistence plans calls with arguments of any shape: there is a plan, or an error that
// names the function.
func FuzzExistence(f *testing.F) {
	for _, seed := range []string{
		`{"tbl": "t", "qi": ["a", "b"], "present": "p", "groups": "g", "kind": "pdf", "delta_min": 0.1, "delta_max": 0.9, "show_values": true, "output": "groups"}`,
		`{"tbl": "t", "qi": ["a\"'"], "present": "p", "groups": "g", "kind": "pdf", "release": "(FROM r)", "delta_min": 0, "delta_max": 1, "weight": "w", "show_values": true, "output": "groups"}`,
		`{"tbl": "t", "qi": ["a\"'"], "present": "p", "groups": "g", "kind": "pdf", "delta_min": 0, "delta_max": 1, "show_values": false, "output": "people"}`,
		`{"tbl": "t", "qi": ["a"], "present": "p", "groups": "g", "kind": "pdf", "likelihood": "l", "delta_min": 1, "delta_max": NaN, "output": "people"}`,
		`{"tbl": "t", "qi": ["people"], "present": "p", "groups": "P", "kind": "set", "output": 3}`, `{}`, `[]`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, arguments string) {
		name := presence.PresenceCheck.Name
		plan, err := planCall(name, arguments, false)
		if err != nil && !strings.HasPrefix(err.Error(), name+": ") {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil && plan == "" {
			t.Errorf("%s: no plan", name)
		}
	})
}
