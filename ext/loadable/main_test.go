package main

import "testing"

func TestCheckVersion(t *testing.T) {
	for version, want := range map[string]bool{
		"v1.3.2": false, "v0.10.3": false, "v1.0.0": false,
		"v1.4.0": true, "v1.5.5": true, "v1.10.0": true, "v2.0.0": true, "v1.6.0-dev123": true, "v10.0.0": true,
		"unknown": true, "": true,
	} {
		if err := checkVersion(version); (err == nil) != want {
			t.Errorf("checkVersion(%q) = %v, want it taken: %v", version, err, want)
		}
	}
}
