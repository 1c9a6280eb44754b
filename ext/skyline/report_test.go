package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skyline/tests/trials"
)

func TestReportCommand(t *testing.T) {
	trials.Long(t)
	dir := t.TempDir()
	release := filepath.Join(dir, "o'r.csv")
	if err := os.WriteFile(release, []byte("age,disease,ward\n20s,Flu,1\n20s,Cold,2\n20s,Flu,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, html, stderr := runShell(t, "", "report", release, "-qi", "age", "-sensitive", "disease", "-privacy", "{'k_anonymity': 3}", "-k", "1", "-title", "Ward <3>")
	if status != 0 || stderr != "" {
		t.Fatalf("status %d: %s", status, stderr)
	}
	for _, part := range []string{"<!DOCTYPE html>", "Ward &lt;3&gt;", "</html>"} {
		if !strings.Contains(html, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	// Flags stand before the release as well; original is another table.
	status, _, stderr = runShell(t, "", "report", "-original", release, "-qi=age", "-show_values", "true", release)
	if status != 0 || stderr != "" {
		t.Errorf("status %d: %s", status, stderr)
	}
	// A file of its own, which must not be there.
	page := filepath.Join(dir, "page.html")
	status, stdout, stderr := runShell(t, "", "report", release, "-qi", "age", "-output", page)
	written, err := os.ReadFile(page)
	if status != 0 || stdout != "" || stderr != "" || err != nil || !strings.HasPrefix(string(written), "<!DOCTYPE html>") {
		t.Errorf("-output: status %d, %q, %q, %v", status, stdout, stderr, err)
	}
	status, _, stderr = runShell(t, "", "report", release, "-qi", "agee", "-output", page)
	if status != 1 || !strings.Contains(stderr, "page.html is there already") {
		t.Errorf("-output of a file that is there: status %d, %q", status, stderr)
	}
	// Several sensitive columns have commas between, as quasi-identifiers have.
	status, html, stderr = runShell(t, "", "report", release, "-qi", "age", "-sensitive", "disease,ward", "-other_sensitive", "known", "-privacy", "{'distinct_diversity': {'disease': 1}}")
	if status != 0 || stderr != "" || !strings.Contains(html, "ward") {
		t.Errorf("status %d: %s", status, stderr)
	}
	for _, c := range []struct {
		args   []string
		stderr string
	}{
		{[]string{"report"}, "report needs one release, got 0"},
		{[]string{"report", "a", "b"}, "report needs one release, got 2"},
		{[]string{"report", release, "-k", "many"}, "k must be a number"},
		{[]string{"report", release, "-colour", "red"}, "flag provided but not defined: -colour"},
		{[]string{"report", release}, "skyline: qi must be a non-empty list of column names, such as -qi ['age', 'sex']; or give a plan, which skyline release FILE makes: -plan PLAN\n"},
		{[]string{"report", release, "-qi", "agee"}, `has no column "agee"; did you mean "age"?`},
		{[]string{"report", release, "-qi", "age", "-database", filepath.Join(dir, "none.db")}, "none.db"},
	} {
		status, stdout, stderr := runShell(t, "", c.args...)
		if status != 1 || stdout != "" || !strings.Contains(stderr, c.stderr) {
			t.Errorf("%q: status %d, %q, %q, want %q", c.args, status, stdout, stderr, c.stderr)
		}
	}
	if status, stdout, _ := runShell(t, "", "report", "-help"); status != 0 || stdout != reportUsage {
		t.Errorf("-help: status %d, %q", status, stdout)
	}
}
