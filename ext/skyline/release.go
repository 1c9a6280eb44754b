package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/sqltext"
)

const releaseUsage = `usage: skyline release [FILE] [-role COLUMN=ROLE]... [-FLAG VALUE]...

Plans a release of a table about people, asks what only you can answer, and makes it.

  FILE                 the table: a CSV, Parquet or JSON file; without one, built-in data
  -plan FILE           a plan that was made before, carried on
  -recipe FILE         the recipe of the first release, which makes this one in the same way;
                       with -plan NAME.plan.csv it is NAME.recipe.parquet, if that is there;
                       none: another release is made, and two tell more than one
  -purpose PURPOSE     'public' (the default), 'partner' or 'internal'; or 'hipaa_safe_harbor',
                       a rule about columns: only the plan is written, and the statement that
                       makes the table is shown
  -role COLUMN=ROLE    what a column is: qi, sensitive, person, identifier, free_text,
                       weight, stratum, other or drop
  -no-sensitive        no column is sensitive; only k-anonymity is required
  -read COLUMN=SQL     the SQL expression that reads a column
  -require NAME=VALUE  a requirement of the release, such as k_anonymity=5; NAME=none for one less
  -suppression SHARE   the largest share of the people who may be left out, such as 0.05
  -keep COLUMN,COLUMN  the columns that must stay useful
  -page                write NAME.review.html instead of a release: a page on which roles
                       are chosen, which works without a connection
  -out NAME            what the files begin with; otherwise the name of FILE
  -database FILE       a DuckDB file with the table, which is not changed: FILE is then a
                       table's name

It writes NAME.plan.csv, NAME.release.parquet, NAME.report.html and NAME.recipe.parquet into
the current folder, and overwrites nothing. On a terminal it asks what is open; elsewhere it lists what to say.
The exit status is 1 where nothing was released, and where the release does not satisfy every requirement.
`

// releaseOptions is what stands behind `skyline release`.
type releaseOptions struct {
	table    string // as a function's first argument
	plan     string
	recipe   string // of the first release, "" for none
	purpose  string
	keep     []string
	out      string
	database string
	page     bool // instead of a release
	answers  []answer

	noSensitive  bool
	requirements []requirement
}

// requirement is what the user requires of the release; value is "" for nothing.
type requirement struct{ name, value string }

// answer is what the user says about a column.
type answer struct{ attribute, key, value string }

// sample is the table of `skyline release` without a file, what its columns are, and what
// its files begin with. The data of the demo makes it.
const (
	sampleTable = "stays"
	sampleRoles = "patient_no=person diagnosis=sensitive bmi=drop"
)

// runRelease runs `skyline release` on what stands behind it.
func runRelease(args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	o, err := parseRelease(args)
	if err != nil {
		return err
	}
	files := filesOf(o.out)
	if err := mustBeNew(files.written(&o)); err != nil {
		return err
	}
	s, err := openShell(options{database: o.database, readOnly: o.database != "", format: "box"}, stdout, stderr)
	if err != nil {
		return err
	}
	defer s.close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if o.table == sampleTable {
		if err := s.runText(ctx, demoData); err != nil {
			return err
		}
	}
	r := &release{shell: s, options: o, files: files}
	if err := r.makePlan(ctx); err != nil {
		return err
	}
	if o.page {
		return r.writePage(ctx)
	}
	if o.purpose == planning.SafeHarbor {
		return r.planOnly(ctx)
	}
	if err := r.answerAll(ctx, stdin); err != nil {
		return err
	}
	return r.make(ctx)
}

// parseRelease reads the arguments.
func parseRelease(args []string) (releaseOptions, error) {
	var o releaseOptions
	flags := flag.NewFlagSet("skyline release", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&o.plan, "plan", "", "")
	flags.StringVar(&o.recipe, "recipe", "", "")
	flags.StringVar(&o.purpose, "purpose", "", "")
	flags.StringVar(&o.out, "out", "", "")
	flags.StringVar(&o.database, "database", "", "")
	flags.BoolVar(&o.page, "page", false, "")
	flags.BoolVar(&o.noSensitive, "no-sensitive", false, "")
	flags.Func("require", "", func(text string) error {
		r, err := parseRequirement(text)
		o.requirements = append(o.requirements, r)
		return err
	})
	flags.Func("suppression", "", func(text string) error {
		share, err := strconv.ParseFloat(text, 64)
		if err != nil || !(share >= 0 && share < 1) {
			return fmt.Errorf("-suppression must be a share of the people from 0 to less than 1, such as 0.05")
		}
		o.requirements = append(o.requirements, requirement{planning.Suppression, text})
		return nil
	})
	flags.Func("keep", "", func(text string) error {
		o.keep = strings.Split(text, ",")
		return nil
	})
	for _, key := range []string{"role", "read"} {
		flags.Func(key, "", func(text string) error {
			attribute, value, ok := strings.Cut(text, "=")
			if !ok || value == "" {
				return fmt.Errorf("-%s must be COLUMN=VALUE", key)
			}
			if key == "role" {
				var err error
				if value, err = planning.RoleCalled(value); err != nil {
					return fmt.Errorf("-role %s: %w", attribute, err)
				}
			}
			o.answers = append(o.answers, answer{attribute, key, value})
			return nil
		})
	}
	names, err := parseAround(flags, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return o, usageError(releaseUsage)
	case err != nil:
		return o, err
	case len(names) > 1:
		return o, fmt.Errorf("release needs one table, got %q", names)
	case len(names) == 1:
		o.table = names[0]
	case o.database != "":
		return o, errors.New("release needs the name of a table of -database")
	default:
		o.table = sampleTable
		for role := range strings.FieldsSeq(sampleRoles) {
			attribute, value, _ := strings.Cut(role, "=")
			o.answers = append([]answer{{attribute, "role", value}}, o.answers...)
		}
	}
	o.findRecipe()
	if o.out == "" {
		o.out = strings.TrimSuffix(filepath.Base(o.table), filepath.Ext(o.table))
	}
	return o, nil
}

// releaseFiles are the files that `skyline release` writes.
type releaseFiles struct{ plan, release, report, recipe, page string }

func filesOf(name string) releaseFiles {
	return releaseFiles{name + ".plan.csv", name + ".release.parquet", name + ".report.html", name + ".recipe.parquet", name + ".review.html"}
}

// written are those that a run writes.
func (f releaseFiles) written(o *releaseOptions) []string {
	switch {
	case o.page:
		return []string{f.page}
	case o.purpose == planning.SafeHarbor:
		return []string{f.plan}
	case o.recipe != "":
		return []string{f.plan, f.release, f.report}
	}
	return []string{f.plan, f.release, f.report, f.recipe}
}

// mustBeNew refuses files that are there.
func mustBeNew(names []string) error {
	var there []string
	for _, name := range names {
		if _, err := os.Lstat(name); err == nil {
			there = append(there, name)
		}
	}
	if len(there) == 0 {
		return nil
	}
	return fmt.Errorf("release overwrites nothing, and there is %s: name other files by -out, or move these", strings.Join(there, ", "))
}

// release is a run of `skyline release`. The plan is the temporary table skyline_plan, the
// release skyline_release.
type release struct {
	*shell
	options releaseOptions
	files   releaseFiles
}

func (r *release) exec(ctx context.Context, statement string) error {
	_, err := r.conn.ExecContext(ctx, statement)
	return err
}

// makePlan makes the plan, writes down what the flags answer, and shows it.
func (r *release) makePlan(ctx context.Context) error {
	o := r.options
	given := []string{string(sqltext.Text(o.table))}
	if o.plan != "" {
		given = append(given, "plan := "+string(sqltext.Text(o.plan)))
	}
	if o.purpose != "" {
		given = append(given, "purpose := "+string(sqltext.Text(o.purpose)))
	}
	if o.keep != nil {
		given = append(given, "keep := "+string(sqltext.Texts(o.keep)))
	}
	stop := r.showProgress()
	err := r.exec(ctx, "CREATE TEMP TABLE skyline_plan AS SELECT row_number() OVER () AS i, * FROM release_plan("+strings.Join(given, ", ")+")")
	stop()
	if err != nil {
		return err
	}
	var columns int64
	if err := r.conn.QueryRowContext(ctx, "SELECT count(attribute) FROM skyline_plan").Scan(&columns); err != nil {
		return err
	}
	if columns == 0 {
		return fmt.Errorf("%s has no rows: nothing can be planned for no people", o.table)
	}
	for _, a := range o.answers {
		if err := r.answer(ctx, a); err != nil {
			return err
		}
	}
	for _, q := range o.requirements {
		if err := r.require(ctx, q); err != nil {
			return err
		}
	}
	if o.noSensitive {
		if err := r.refuseSensitive(ctx); err != nil {
			return err
		}
	}
	if err := r.settle(ctx); err != nil {
		return err
	}
	rows, err := r.planRows(ctx)
	if err != nil {
		return err
	}
	r.showPlan(rows)
	return nil
}

// settle removes the questions about the table that flags have answered: those for a role that a
// column has.
func (r *release) settle(ctx context.Context) error {
	rows, err := r.planRows(ctx)
	if err != nil {
		return err
	}
	for i := range rows {
		role := planning.RoleAsked(rows[i].question.String)
		isGiven := slices.ContainsFunc(rows, func(p planRow) bool { return p.role.String == role })
		if role == "" || !isGiven {
			continue
		}
		if err := r.exec(ctx, fmt.Sprintf("DELETE FROM skyline_plan WHERE i = %d", rows[i].i)); err != nil {
			return err
		}
	}
	return nil
}

// answer writes an answer into the plan.
func (r *release) answer(ctx context.Context, a answer) error {
	attribute, value := string(sqltext.Text(a.attribute)), string(sqltext.Text(a.value))
	var steps sql.NullString
	err := r.conn.QueryRowContext(ctx, "SELECT any_value(steps) FROM skyline_plan WHERE attribute = "+attribute+" HAVING count(*) > 0").Scan(&steps)
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("-%s: the table has no column %q", a.key, a.attribute)
	}
	if err != nil {
		return err
	}
	set := "read_as = " + value
	if a.key == "role" {
		row := planning.Row{Role: a.value, Steps: steps.String}
		set = "question = NULL, role = " + value + ", treatment = if(role = " + value + ", treatment, " + string(sqltext.Text(row.Done())) + ")"
	}
	return r.exec(ctx, "UPDATE skyline_plan SET "+set+" WHERE attribute = "+attribute)
}

// setPlan gives the plan to statements, as a variable.
const setPlan = "SET VARIABLE skyline_plan = (SELECT list(p) FROM (SELECT * EXCLUDE (i) FROM skyline_plan ORDER BY i) AS p)"

// writePage writes the page on which roles are chosen.
func (r *release) writePage(ctx context.Context) error {
	if err := r.exec(ctx, setPlan); err != nil {
		return err
	}
	var html string
	statement := "SELECT html FROM release_plan(" + string(sqltext.Text(r.options.table)) + ", plan := getvariable('skyline_plan'), output := 'page')"
	if err := r.conn.QueryRowContext(ctx, statement).Scan(&html); err != nil {
		return err
	}
	if err := writeNew(r.files.page, html); err != nil {
		return err
	}
	fmt.Fprintf(r.stdout, "%s  the page: open it in a browser, choose, and save the plan; then\n  skyline release %s -plan %s\n", r.files.page, r.options.table, r.files.plan)
	return nil
}

// planOnly writes the plan of a rule about columns, which makes no release: no column is generalized, and no
// requirement holds for the people of a group. It ends in an error that says how the table is made.
func (r *release) planOnly(ctx context.Context) error {
	if err := r.exec(ctx, r.copyPlan()); err != nil {
		return err
	}
	fmt.Fprintf(r.stdout, "%s  the plan\n", r.files.plan)
	table, plan, out := sqltext.Text(r.options.table), sqltext.Text(r.files.plan), sqltext.Text(r.files.release)
	return fmt.Errorf("nothing was released: Safe Harbor is a rule about columns, and promises nothing about how many people are alike. Answer what the plan asks in %s; then this makes the table:\n  COPY (FROM release_plan(%s, plan := %s, output := 'table')) TO %s", r.files.plan, table, plan, out)
}

// copyPlan writes the plan.
func (r *release) copyPlan() string {
	return "COPY (SELECT * EXCLUDE (i) FROM skyline_plan ORDER BY i) TO " + string(sqltext.Text(r.files.plan))
}

// make makes the release and its report, and writes the files.
func (r *release) make(ctx context.Context) error {
	stop := r.showProgress()
	defer stop()
	table := string(sqltext.Text(r.options.table))
	if err := r.exec(ctx, setPlan); err != nil {
		return err
	}
	without, err := r.makeRelease(ctx, table)
	if err != nil {
		return err
	}
	if err := r.write(ctx, table, without == nil); err != nil {
		return err
	}
	stop()
	return r.say(ctx, without)
}

// write writes all files, or none where one cannot be written. The report is made of the others, so that
// the statements on it, which check it again, are of these files.
func (r *release) write(ctx context.Context, table string, hasRecipe bool) (err error) {
	var there []string
	defer func() {
		if err != nil {
			for _, name := range there {
				err = errors.Join(err, os.Remove(name))
			}
		}
	}()
	plan, release := string(sqltext.Text(r.files.plan)), string(sqltext.Text(r.files.release))
	copies := []struct{ name, statement string }{{r.files.plan, r.copyPlan()}, {r.files.release, "COPY skyline_release TO " + release}}
	recipe := ""
	if hasRecipe {
		recipe = ", recipe := 'skyline_recipe'"
		if r.options.recipe == "" {
			copies = append(copies, struct{ name, statement string }{r.files.recipe, "COPY skyline_recipe TO " + string(sqltext.Text(r.files.recipe))})
		}
	}
	for _, file := range copies {
		if err := r.exec(ctx, file.statement); err != nil {
			return err
		}
		there = append(there, file.name)
	}
	var html string
	if err := r.conn.QueryRowContext(ctx, "SELECT html FROM release_report("+table+", "+release+", plan := "+plan+recipe+")").Scan(&html); err != nil {
		return err
	}
	return writeNew(r.files.report, html)
}

// writeNew writes a file that must not be there.
func writeNew(name, text string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // a page to hand on, as a shell would write it
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
