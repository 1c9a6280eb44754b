package main

import (
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// TestDemo checks that the story ends well and that the data bear out what it
// says: that the release passes the usual tests, and that little knowledge makes
// a diagnosis certain all the same.
func TestDemo(t *testing.T) {
	trials.Long(t)
	status, stdout, stderr := runShell(t, "", "demo", "-yes")
	if status != 0 || stderr != "" {
		t.Fatalf("status %d, %s after\n%s", status, stderr, stdout)
	}
	if strings.Contains(stdout, "{{") {
		t.Errorf("an unfilled template in\n%s", stdout)
	}
	for _, step := range story {
		if !strings.Contains(stdout, step.title) {
			t.Errorf("no step %q", step.title)
		}
	}
	for line := range strings.Lines(stdout) {
		if strings.HasSuffix(line, " \n") && !strings.HasPrefix(line, promptContinue) {
			t.Errorf("spaces at the end of %q", line)
		}
	}
	prose := strings.Join(strings.Fields(stdout), " ")
	for _, claim := range []string{
		"It numbers the people: 2,600 people in 3,000 rows, and name and zip follow from it.",
		"2,600 people in 163 groups of at least 12. An attacker who knows 3 others is at most about 48.1 % sure of anyone's diagnosis.",
		"50 % for a reader who knows nothing, 100 % for one who knows that Ann did not have the flu",
		"at least 5 people with at least 3 different diagnoses: the table is 5-anonymous and 3-diverse",
		"right about HIV with at most 25 %. The neighbour is right with 100 %",
		"36 % instead of certainty",
		"The neighbour is right about HIV with 43 % at most",
		"Nothing has to be known for fracture",
		"it has 665 groups, and leaves out 474",
	} {
		if !strings.Contains(prose, claim) {
			t.Errorf("the story does not say %q:\n%s", claim, stdout)
		}
	}
	var again strings.Builder
	s, err := openShell(options{format: "box"}, &again, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if err := s.demo(strings.NewReader(""), false); err != nil {
		t.Fatal(err)
	}
	if again.String() != stdout {
		t.Error("the story is not the same every time")
	}
	t.Run("README.md can be typed", func(t *testing.T) { typeReadme(t, s) })
}

// typeReadme runs the SQL of README.md in a shell that has played the demo, since README.md says
// that it can be typed there.
func typeReadme(t *testing.T, s *shell) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)\n```sql\n(.*?)\n```\n").FindAllStringSubmatch(string(text), -1)
	if len(blocks) == 0 {
		t.Fatal("README.md has no SQL")
	}
	for _, block := range blocks {
		if err := s.runText(t.Context(), block[1]); err != nil {
			t.Errorf("%v\n%s", err, block[1])
		}
	}
}

// TestDemoData checks the worst case in the release by counting: in a group of n
// people of whom c have HIV and s the two most frequent other diagnoses, a
// reader who rules these out and knows one person more is right with c/(n-s-1).
func TestDemoData(t *testing.T) {
	const statement = `
		SELECT max(if(n - s - 1 <= hiv, 1, hiv / (n - s - 1))) AS worst, max(hiv / n) AS uninformed, min(n) AS smallest FROM (
			SELECT sum(n) AS n, sum(n) FILTER (diagnosis = 'HIV') AS hiv,
				coalesce(list_sum((list(n ORDER BY n DESC) FILTER (diagnosis <> 'HIV'))[:2]), 0) AS s
			FROM (SELECT age, sex, zip, admitted, diagnosis, count(*) AS n FROM release GROUP BY ALL)
			GROUP BY age, sex, zip, admitted)
		WHERE hiv > 0`
	status, stdout, stderr := runShell(t, "", "-format", "csv", "-c", demoData, "-c", statement)
	if want := "worst,uninformed,smallest\n1,0.25,5\n"; status != 0 || stdout != want {
		t.Errorf("got %q, %s, want %q", stdout, stderr, want)
	}
}

func TestDemoWaitsOnATerminal(t *testing.T) {
	trials.Long(t)
	s := startSession(t, "demo")
	for _, step := range story {
		s.expect(step.title)
		if step.title != story[len(story)-1].title {
			s.expect("Enter: go on")
			s.send("\n")
		}
	}
	s.expect(prompt)
	s.send("SELECT count(*) AS n FROM patients;\r")
	s.expect("│     8 │")
	s.expect(prompt)
	s.send("\x04")
	if err := s.wait(); err != nil {
		t.Error(err)
	}
}

func TestDemoStops(t *testing.T) {
	s := startSession(t, "demo")
	s.expect("Enter: go on")
	s.send("q\n")
	if err := s.wait(); err != nil {
		t.Error(err)
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if strings.Contains(s.output.String(), story[1].title) {
		t.Error("the story went on")
	}
}

func TestFillReportsUnknownNames(t *testing.T) {
	if _, err := fill("{{.nothing}}", map[string]any{}); err == nil {
		t.Error("no error for a name that is not known")
	}
}
