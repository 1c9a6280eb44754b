package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// writeStays writes a table of hospital stays, one a person, into a folder, and makes it the present one.
func writeStays(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	var b strings.Builder
	b.WriteString("name,age,sex,disease\n")
	for i := range 90 {
		fmt.Fprintf(&b, "Ann %d,%d,%c,%s\n", i, 20+i*i*7%31, "FM"[i%2], []string{"flu", "cold", "gout", "none", "hiv"}[(i*i+i/7)%5])
	}
	if err := os.WriteFile("stays.csv", []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestReleaseCommand goes from a file to a plan, a release and a report.
func TestReleaseCommand(t *testing.T) {
	trials.Long(t)
	writeStays(t)
	// What is open is listed, with the flags that answer, and nothing is written.
	status, stdout, stderr := runShell(t, "", "release", "stays.csv")
	if status != 1 || !strings.Contains(stdout, "name · identifier · dropped\n") || !strings.Contains(stdout, "disease · ?") {
		t.Errorf("status %d, %q", status, stdout)
	}
	if !strings.Contains(stderr, "nothing was released: questions are open") || !strings.Contains(stderr, "\n  -role 'disease=ROLE'  Must nobody learn it?") {
		t.Errorf("%q", stderr)
	}
	if files, _ := filepath.Glob("*.*.*"); files != nil {
		t.Errorf("%q were written", files)
	}

	status, stdout, stderr = runShell(t, "", "release", "stays.csv", "-purpose", "internal", "-role", "disease=sensitive")
	if status != 0 || stderr != "" || !strings.HasSuffix(stdout, "stays.recipe.parquet  the recipe, which makes the next release in the same way: keep it as you keep the table\n") {
		t.Fatalf("status %d, %q, %q", status, stdout, stderr)
	}
	// The release in a line stands behind everything else that is said of it.
	line := strings.Join(strings.Fields(stdout), " ")
	for _, part := range []string{" singles anybody out. 90 people in ", "sure of anyone's disease. ", " of the detail in age and sex is lost. stays.plan.csv the plan"} {
		if !strings.Contains(line, part) {
			t.Errorf("%q lacks %q", line, part)
		}
	}
	// How to check the report again is said of the file.
	if html, err := os.ReadFile("stays.report.html"); err != nil || !strings.Contains(string(html), "release_check(&#39;stays.release.parquet&#39;") || strings.Contains(string(html), "skyline_release") {
		t.Errorf("%v: the report does not name the file of the release", err)
	}
	status, stdout, _ = runShell(t, "", "-format", "csv", "-c", "SELECT count(*) AS n, min(n) >= 5 AS alike FROM (SELECT count(*) AS n FROM 'stays.release.parquet' GROUP BY age, sex)",
		"-c", "SELECT column_name FROM (DESCRIBE FROM 'stays.release.parquet')")
	if want := "column_name\nage\nsex\ndisease\ngroup_id\n"; status != 0 || !strings.HasSuffix(stdout, want) || !strings.Contains(stdout, ",true\n") {
		t.Errorf("%q", stdout)
	}
	file, err := os.Open("stays.plan.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	plan, err := csv.NewReader(file).ReadAll()
	if err != nil || plan[0][0] != "attribute" || plan[0][1] != "role" {
		t.Fatalf("%v, %q", err, plan)
	}
	roles := map[string]string{}
	for _, row := range plan[1:] {
		roles[row[0]] = row[1]
	}
	if roles["name"] != "identifier" || roles["age"] != "qi" || roles["disease"] != "sensitive" {
		t.Errorf("%q", roles)
	}
	if page, err := os.ReadFile("stays.report.html"); err != nil || !strings.HasPrefix(string(page), "<!DOCTYPE html>") {
		t.Errorf("%v", err)
	}

	// Nothing is overwritten; the plan repeats the release under another name.
	status, _, stderr = runShell(t, "", "release", "stays.csv", "-role", "disease=sensitive")
	if status != 1 || !strings.Contains(stderr, "release overwrites nothing, and there is stays.plan.csv, stays.release.parquet, stays.report.html, stays.recipe.parquet") {
		t.Errorf("status %d, %q", status, stderr)
	}
	status, _, stderr = runShell(t, "", "release", "stays.csv", "-plan", "stays.plan.csv", "-out", "again")
	if status != 0 || stderr != "" {
		t.Errorf("status %d, %q", status, stderr)
	}
	status, stdout, _ = runShell(t, "", "-format", "csv", "-c", "SELECT count(*) FROM (FROM 'stays.release.parquet' EXCEPT ALL FROM 'again.release.parquet')")
	if !strings.HasSuffix(stdout, "\n0\n") {
		t.Errorf("status %d, %q", status, stdout)
	}
}

// TestSecondRelease: the recipe of the first release makes the others, until somebody wants another one.
func TestSecondRelease(t *testing.T) {
	writeStays(t)
	if status, _, stderr := runShell(t, "", "release", "stays.csv", "-purpose", "internal", "-role", "disease=sensitive"); status != 0 {
		t.Fatal(stderr)
	}
	status, stdout, stderr := runShell(t, "", "release", "stays.csv", "-plan", "stays.plan.csv", "-out", "again")
	if status != 0 || !strings.HasSuffix(stdout, "stays.recipe.parquet  the recipe that it was made by, as the first release\n") {
		t.Fatalf("status %d, %q, %q", status, stdout, stderr)
	}
	if !strings.Contains(stdout, "There was a plan before.") {
		t.Errorf("%q", stdout)
	}
	if page, err := os.ReadFile("again.report.html"); err != nil || !strings.Contains(string(page), "The release was made by this plan, as its recipe says.") {
		t.Errorf("the report does not know the recipe, %v", err)
	}
	// 30 people fewer: the groups of the first release, which are those of the recipe, are too small.
	if status, _, stderr := runShell(t, "", "-c", "COPY (FROM 'stays.csv' LIMIT 60) TO 'fewer.csv'"); status != 0 {
		t.Fatal(stderr)
	}
	status, _, stderr = runShell(t, "", "release", "fewer.csv", "-plan", "stays.plan.csv")
	for _, part := range []string{"privacy must hold for the release, and does not", "stays.recipe.parquet. With -recipe none another release is made: two of the same people tell more than one"} {
		if status != 1 || !strings.Contains(stderr, part) {
			t.Errorf("status %d, %q lacks %q", status, stderr, part)
		}
	}
	// A plan that says something else has another hash.
	status, _, stderr = runShell(t, "", "release", "stays.csv", "-plan", "stays.plan.csv", "-role", "sex=other", "-out", "other")
	if status != 1 || !strings.Contains(stderr, "the recipe is of another plan than this one") {
		t.Errorf("status %d, %q", status, stderr)
	}
	if status, stdout, stderr = runShell(t, "", "release", "fewer.csv", "-plan", "stays.plan.csv", "-recipe", "none"); status != 0 || !strings.Contains(stdout, "fewer.recipe.parquet  the recipe, which makes") {
		t.Errorf("status %d, %q, %q", status, stdout, stderr)
	}
}

// TestReleasePage writes the page on which roles are chosen.
func TestReleasePage(t *testing.T) {
	trials.Long(t)
	writeStays(t)
	status, stdout, stderr := runShell(t, "", "release", "stays.csv", "-page")
	if status != 0 || stderr != "" || !strings.HasSuffix(stdout, "  skyline release stays.csv -plan stays.plan.csv\n") {
		t.Errorf("status %d, %q, %q", status, stdout, stderr)
	}
	page, err := os.ReadFile("stays.review.html")
	for _, part := range []string{"<!DOCTYPE html>", `"name":"stays"`, `"people":90`, `"attribute":"disease"`} {
		if err != nil || !strings.Contains(string(page), part) {
			t.Errorf("%v: the page lacks %s", err, part)
		}
	}
	if status, _, stderr = runShell(t, "", "release", "stays.csv", "-page"); status != 1 || !strings.Contains(stderr, "there is stays.review.html") {
		t.Errorf("status %d, %q", status, stderr)
	}
}

// TestCheckPlan: a table that has drifted, and a release that does not satisfy its plan.
func TestCheckPlan(t *testing.T) {
	trials.Long(t)
	writeStays(t)
	if status, _, stderr := runShell(t, "", "release", "stays.csv", "-purpose", "internal", "-role", "disease=sensitive"); status != 0 {
		t.Fatal(stderr)
	}
	status, stdout, stderr := runShell(t, "", "check-plan", "stays.csv", "stays.plan.csv", "stays.release.parquet")
	if want := "The table has the columns of its plan.\nThe release satisfies the plan.\n"; status != 0 || stdout != want {
		t.Errorf("status %d, %q, %q", status, stdout, stderr)
	}
	text, err := os.ReadFile("stays.csv")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"gone.csv": strings.ReplaceAll(string(text), "name,age", "nam,age"), "new.csv": strings.ReplaceAll(strings.ReplaceAll(string(text), "\n", ",1\n"), "disease,1", "disease,extra"),
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		status, stdout, stderr := runShell(t, "", "check-plan", name, "stays.plan.csv")
		if status != 1 || stdout != "" || !strings.Contains(stderr, map[string]string{"gone.csv": `"name"`, "new.csv": `"extra"`}[name]) {
			t.Errorf("%s: status %d, %q, %q", name, status, stdout, stderr)
		}
	}
	if status, _, stderr := runShell(t, "", "-c", "COPY (SELECT row_number() OVER () AS age, sex, disease, row_number() OVER () AS group_id FROM 'stays.release.parquet') TO 'bad.parquet'"); status != 0 {
		t.Fatal(stderr)
	}
	status, _, stderr = runShell(t, "", "check-plan", "stays.csv", "stays.plan.csv", "bad.parquet")
	if status != 1 || !strings.Contains(stderr, "the release does not satisfy its plan: k_anonymity") {
		t.Errorf("status %d, %q", status, stderr)
	}
}

func TestReleaseUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		args   []string
		stderr string
	}{
		{[]string{"release", "a", "b"}, "release needs one table"},
		{[]string{"release", "none.csv"}, "none.csv"},
		{[]string{"release", "-role", "age", "a.csv"}, "-role must be COLUMN=VALUE"},
		{[]string{"release", "-colour", "red"}, "flag provided but not defined: -colour"},
		{[]string{"release", "-database", "x.db"}, "release needs the name of a table of -database"},
		{[]string{"release", "(SELECT 1 AS age)", "-out", "x", "-role", "agee=qi"}, `-role: the table has no column "agee"`},
		{[]string{"release", "(SELECT 1 AS age WHERE false)", "-out", "x", "-role", "age=qi"}, "has no rows: nothing can be planned for no people"},
		{[]string{"release", "a.csv", "-role", "age=qii"}, "skyline: -role age: role must be 'identifier', 'free_text', "},
		{[]string{"release", "a.csv", "-require", "k_anonymit=3"}, "skyline: -require k_anonymit=3: there is no requirement 'k_anonymit'; did you mean 'k_anonymity'?\n"},
		{[]string{"release", "a.csv", "-require", "k=5"}, `write -require "k_anonymity=5" for groups of at least 5 people, or -require "skyline=[{'k': 5}]" against`},
		{[]string{"release", "(SELECT 1 AS age)", "-out", "x", "-no-sensitive", "-require", "k_anonymity=none"}, "skyline: nothing is required; ask for something, such as -require k_anonymity=12\n"},
		{[]string{"release", "(SELECT i AS z, 20 + i % 3 AS age FROM range(60) AS t(i))", "-out", "x", "-no-sensitive", "-role", "z=other"}, "skyline: columns that are neither qi nor sensitive single out 60 of 60 people (z 100 %); put them into qi, or leave them out: -role 'COLUMN=drop'\n"},
		{[]string{"release", "a.csv", "-require", "k_anonymity=many"}, "(k_anonymity): required must be a number or JSON"},
		{[]string{"release", "a.csv", "-suppression", "5"}, "-suppression must be a share of the people"},
		{[]string{"release", "(SELECT 1 AS age)", "-out", "x", "-role", "age=sensitive", "-no-sensitive"}, "-no-sensitive says that no column is sensitive"},
		{[]string{"release", "(SELECT 1 AS age)", "-out", "x", "-no-sensitive", "-require", "max_share=0.5"}, "skyline: -require max_share=0.5 is about a sensitive column, and no column is sensitive; leave it out"},
		{[]string{"release", "(SELECT 1 AS age, 2 AS diagnosis)", "-out", "x", "-no-sensitive"}, "\n  -role 'diagnosis=ROLE'  Set the role to qi if others know it; drop if it is not needed.\n"},
		{[]string{"release", "(SELECT i % 7 AS q, 20 + i % 3 AS age FROM range(40) AS t(i))", "-out", "x", "-no-sensitive", "-keep", "q"}, "\n  -role 'q=ROLE'  What is it? Set the role to qi if others may know it; other if nobody minds.\n"},
		{[]string{"release", "(SELECT 1 AS age)", "-out", "x", "-plan", "none.plan.csv"}, "skyline: plan: there is no file 'none.plan.csv'; skyline release FILE makes one\n"},
		{[]string{"release", "(SELECT 1 AS age)", "-out", "x", "-plan", "none.csv"}, "skyline: plan: it must be a file that ends in .plan.csv or .plan.json, such as 'patients.plan.csv', got 'none.csv'; skyline release FILE makes one\n"},
		{[]string{"check-plan", "a.csv"}, "check-plan needs a table and its plan"},
		{[]string{"check-plan", "(SELECT 1 AS age)", "none.plan.csv"}, "none.plan.csv"},
	} {
		status, _, stderr := runShell(t, "", c.args...)
		if status != 1 || !strings.Contains(stderr, c.stderr) {
			t.Errorf("%q: status %d, %q, want %q", c.args, status, stderr, c.stderr)
		}
	}
	for command, usage := range map[string]string{"release": releaseUsage, "check-plan": checkPlanUsage} {
		if status, stdout, _ := runShell(t, "", command, "-help"); status != 0 || stdout != usage {
			t.Errorf("%s -help: status %d, %q", command, status, stdout)
		}
	}
}

// TestSafeHarbor: of a rule about columns only the plan is written, and what is said at the end makes the table.
func TestSafeHarbor(t *testing.T) {
	writeStays(t)
	status, stdout, stderr := runShell(t, "", "release", "stays.csv", "-purpose", "hipaa_safe_harbor", "-role", "age=other")
	said, statement, found := strings.Cut(strings.TrimSpace(stderr), "\n  ")
	if status != 1 || !found || !strings.Contains(said, "nothing was released: Safe Harbor is a rule about columns") || !strings.HasSuffix(stdout, "stays.plan.csv  the plan\n") {
		t.Fatalf("status %d, %q, %q", status, stdout, stderr)
	}
	if files, _ := filepath.Glob("*.*.*"); len(files) != 1 {
		t.Errorf("%q were written", files)
	}
	if status, _, stderr := runShell(t, "", "-c", statement); status != 1 || !strings.Contains(stderr, "Do you know of none?") {
		t.Errorf("with a question: status %d, %q", status, stderr)
	}
	answered := "CREATE TABLE p AS FROM 'stays.plan.csv' WHERE question IS NULL OR attribute IS NOT NULL; COPY p TO 'stays.plan.csv'"
	if status, stdout, stderr := runShell(t, "", "-format", "csv", "-c", answered, "-c", statement, "-c", "SELECT column_name FROM (DESCRIBE FROM 'stays.release.parquet')"); status != 0 || !strings.HasSuffix(stdout, "column_name\nage\nsex\ndisease\n") {
		t.Errorf("status %d, %q, %q", status, stdout, stderr)
	}
	if status, _, stderr := runShell(t, "", "release", "stays.csv", "-purpose", "hipaa_safe_harbor"); status != 1 || !strings.Contains(stderr, "there is stays.plan.csv:") {
		t.Errorf("again: status %d, %q", status, stderr)
	}
}

// TestAsk answers questions as on a terminal: what is no answer is asked again, and the end of
// the input leaves the rest open.
func TestAsk(t *testing.T) {
	writeStays(t)
	for _, c := range []struct {
		said, role, out string
		open            bool
	}{
		{"secret\nsensitive\n", "sensitive", "a role is one of qi, sensitive", false},
		{"", "", "", true},
	} {
		var out strings.Builder
		s, err := openShell(options{format: "box"}, &out, &out)
		if err != nil {
			t.Fatal(err)
		}
		r := &release{shell: s, options: releaseOptions{table: "stays.csv"}}
		if err := r.makePlan(t.Context()); err != nil {
			t.Fatal(err)
		}
		open, err := r.openRows(t.Context())
		if err != nil || len(open) != 1 {
			t.Fatalf("%v, %v", open, err)
		}
		err = r.ask(t.Context(), open, strings.NewReader(c.said))
		if (err != nil) != c.open {
			t.Errorf("%q: %v", c.said, err)
		}
		var role string
		if err := s.conn.QueryRowContext(t.Context(), "SELECT coalesce(role, '') FROM skyline_plan WHERE attribute = 'disease'").Scan(&role); err != nil || role != c.role {
			t.Errorf("%q: %q, %v", c.said, role, err)
		}
		if !strings.Contains(out.String(), c.out) {
			t.Errorf("%q: %s", c.said, out.String())
		}
		s.close()
	}
}

// TestAnsweredTable answers by flags what is asked about the table: the plan asks it no more, and
// says what is done with the columns in their new roles.
func TestAnsweredTable(t *testing.T) {
	const table = "(SELECT i % 7 AS a, i % 50 + 20 AS age, 'd' || i % 5 AS b FROM range(200) AS t(i))"
	for answers, asked := range map[string]int{"": 1, "b=sensitive": 0, "b=qi": 1} {
		var out strings.Builder
		s, err := openShell(options{format: "box"}, &out, &out)
		if err != nil {
			t.Fatal(err)
		}
		r := &release{shell: s, options: releaseOptions{table: table}}
		if attribute, role, ok := strings.Cut(answers, "="); ok {
			r.options.answers = []answer{{attribute, "role", role}}
		}
		if err := r.makePlan(t.Context()); err != nil {
			t.Fatal(err)
		}
		if open, err := r.openRows(t.Context()); err != nil || len(open) != asked {
			t.Errorf("%q: %v, %v", answers, open, err)
		}
		treatment := map[string]string{"": "b · drop · dropped", "b=sensitive": "b · sensitive · as it is", "b=qi": "b · qi · ranges or sets of values"}[answers]
		if !strings.Contains(out.String(), treatment+"\n") {
			t.Errorf("%q: %s", answers, out.String())
		}
		s.close()
	}
}

// TestAnotherTable: the plan of another table is one error, before anything is asked; a role that is misspelt
// is said with its line.
func TestAnotherTable(t *testing.T) {
	writeStays(t)
	for name, text := range map[string]string{
		"stays.plan.csv": "attribute,role\nname,identifier\nage,qi\nsex,qi\ndisease,sensitive\n",
		"wrong.plan.csv": "attribute,role\n\"name\",drop\n\nage,qii\n",
		"other.csv":      "sex,job,town\nF,a,b\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const another = "skyline: plan: it is the plan of another table: other.csv has 1 of its 4 columns, and lacks \"name\", \"age\", \"disease\" (it has \"sex\", \"job\", \"town\"); give the plan of this table by -plan, or make a new one without -plan\n"
	for _, c := range []struct {
		args   []string
		stderr string
	}{
		{[]string{"release", "other.csv", "-plan", "stays.plan.csv"}, another},
		{[]string{"check-plan", "other.csv", "stays.plan.csv"}, another},
		{[]string{"release", "stays.csv", "-plan", "wrong.plan.csv", "-out", "x"}, "skyline: plan: line 4 (\"age\"): role must be "},
	} {
		if status, stdout, stderr := runShell(t, "", c.args...); status != 1 || stdout != "" || !strings.HasPrefix(stderr, c.stderr) {
			t.Errorf("%q: status %d, %q, %q", c.args, status, stdout, stderr)
		}
	}
}

// TestNoSensitive: flags say that no column is sensitive, what is required, and how many may be left out; the
// plan keeps it, and the report's statements give the files.
func TestNoSensitive(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("t.csv", []byte("age,city\n"+strings.Repeat("30,a\n31,b\n40,a\n", 10)+"90,z\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, _, stderr := runShell(t, "", "release", "t.csv")
	if status != 1 || !strings.HasSuffix(stderr, "\n  -no-sensitive  if there is none\n") {
		t.Fatalf("status %d, %q", status, stderr)
	}
	flags := []string{"-no-sensitive", "-require", "k_anonymity=40"}
	status, _, stderr = runShell(t, "", append([]string{"release", "t.csv"}, flags...)...)
	if want := "skyline: no release of the whole table satisfies privacy: even with everybody in one QI group it does not hold (k_anonymity: people in a QI group must be at least 40, and is less than 40); ask by -require for a smaller k_anonymity\n"; status != 1 || stderr != want {
		t.Fatalf("status %d, %q", status, stderr)
	}
	status, stdout, stderr := runShell(t, "", "release", "t.csv", "-no-sensitive", "-require", "k_anonymity=5", "-suppression", "0.05")
	if status != 0 || !strings.Contains(stdout, "must hold · k_anonymity 5\n") || !strings.Contains(stdout, "may be left out · 0.05\n") || !strings.Contains(stdout, "\n31 people in ") {
		t.Fatalf("status %d, %q, %q", status, stdout, stderr)
	}
	report, err := os.ReadFile("t.report.html")
	for _, part := range []string{"FROM release_evidence(&#39;t.csv&#39;, &#39;t.release.parquet&#39;, plan := &#39;t.plan.csv&#39;);", "people in a QI group must be at least 5"} {
		if err != nil || !strings.Contains(string(report), part) {
			t.Errorf("%v: the report lacks %s", err, part)
		}
	}
	if status, stdout, stderr = runShell(t, "", "release", "t.csv", "-plan", "t.plan.csv", "-out", "again"); status != 0 || !strings.Contains(stdout, "\n31 people in ") {
		t.Errorf("again: status %d, %q, %q", status, stdout, stderr)
	}
}

// TestReleaseOfVisits: a column that is called like a key of people is asked about. Where all rows of the people
// are released, nothing shows that the release is of groups of people: the status says so.
func TestReleaseOfVisits(t *testing.T) {
	t.Chdir(t.TempDir())
	var b strings.Builder
	b.WriteString("patient_no,age,ward\n")
	for i := range 160 {
		fmt.Fprintf(&b, "%d,%d,%c\n", i/4, 20+i%4, "ab"[i%2])
	}
	for name, text := range map[string]string{"t.csv": b.String(), "all.plan.csv": "attribute,role,steps,requirement,required\npatient_no,person,,,\nage,qi,,,\nward,qi,,,\n,,,k_anonymity,5\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	status, _, stderr := runShell(t, "", "release", "t.csv", "-no-sensitive")
	if status != 1 || !strings.Contains(stderr, "\n  -role 'patient_no=ROLE'  Keep one row of each person, and leave out the other 120? ") {
		t.Errorf("status %d, %q", status, stderr)
	}
	status, stdout, stderr := runShell(t, "", "release", "t.csv", "-no-sensitive", "-require", "k_anonymity=5", "-role", "patient_no=person", "-out", "one")
	if status != 0 || !strings.Contains(stdout, "\n40 people in ") {
		t.Errorf("status %d, %q, %q", status, stdout, stderr)
	}
	// A skyline looks further than one group.
	status, _, stderr = runShell(t, "", "release", "(SELECT * RENAME (patient_no AS no) FROM 't.csv')", "-out", "x", "-role", "no=person", "-role", "ward=sensitive", "-require", "k_anonymity=5")
	if status != 1 || !strings.HasPrefix(stderr, "skyline: the column with the role person has several rows of somebody, ") || !strings.Contains(stderr, "k-anonymity alone: -require skyline=none. ") {
		t.Errorf("status %d, %q", status, stderr)
	}
	status, stdout, stderr = runShell(t, "", "release", "t.csv", "-no-sensitive", "-plan", "all.plan.csv")
	if status != 1 || !strings.Contains(stdout, "\nNot every requirement holds. 160 rows in ") || !strings.HasSuffix(stdout, "could be made: it is of people with one row each\n") || stderr != "skyline: the release does not satisfy its plan: people_counted\n" {
		t.Errorf("status %d, %q, %q", status, stdout, stderr)
	}
}

// TestCommandErrors: what functions say in SQL, a command says in flags.
func TestCommandErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"open.plan.csv":  "attribute,role,question\na,qi,\nb o,,What?\n",
		"no_qi.plan.csv": "attribute,role,requirement,required\na,other,,\nb o,sensitive,,\n,,k_anonymity,2\n",
		"fewer.plan.csv": "attribute,role\na,qi\n",
		"more.plan.csv":  "attribute,role\na,qi\nb o,qi\nc,drop\n",
		"empty.plan.csv": "attribute,role\n",
		"t.csv":          "a,b o\n1,2\n1,2\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ plan, stderr string }{
		{"open.plan.csv", `columns without a role must be decided first: "b o" (What?). Answer by -role 'b o=ROLE'`},
		{"no_qi.plan.csv", `no column has the role 'qi'; give it to what others may know: -role 'COLUMN=qi'`},
		{"fewer.plan.csv", `t.csv has a column "b o" that the plan lacks; give it a role: skyline release FILE -plan PLAN carries the plan on, and -role 'b o=ROLE' decides`},
		{"more.plan.csv", `t.csv has no column "c", which the plan has (it has "a", "b o"); correct the name in the plan's file, or delete its line`},
		{"empty.plan.csv", `it has no rows; skyline release FILE makes one`},
	} {
		for _, args := range [][]string{{"check-plan", "t.csv", c.plan, "t.csv"}, {"report", "t.csv", "-original", "t.csv", "-plan", c.plan}} {
			if args[0] == "check-plan" && c.plan == "no_qi.plan.csv" {
				continue // which says first that the release has no groups
			}
			if status, _, stderr := runShell(t, "", args...); status != 1 || stderr != "skyline: plan: "+c.stderr+"\n" {
				t.Errorf("%q: status %d, %q", args, status, stderr)
			}
		}
	}
}
