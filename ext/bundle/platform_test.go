package main

import (
	"strings"
	"testing"
)

func TestChosen(t *testing.T) {
	for list, want := range map[string]string{
		"":                                "linux_amd64 linux_arm64 windows_amd64 osx_arm64 osx_amd64",
		"osx_arm64":                       "osx_arm64",
		"windows_amd64, linux_arm64":      "linux_arm64 windows_amd64",
		"osx_amd64,linux_amd64,osx_amd64": "linux_amd64 osx_amd64",
	} {
		found, err := chosen(list)
		var got []string
		for _, p := range found {
			got = append(got, p.name)
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("chosen(%q) = %s, %v, want %s", list, strings.Join(got, " "), err, want)
		}
	}
	if _, err := chosen("linux_amd64,linux_riscv"); err == nil || !strings.Contains(err.Error(), "the platforms are linux_amd64, ") {
		t.Errorf("chosen() = %v, want an error that lists the platforms", err)
	}
}
