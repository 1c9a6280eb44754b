package main

import (
	"errors"
	"regexp"
	"strings"

	"github.com/duckdb/duckdb-go/v2"
)

// inFlags are the ways out that errors of functions say in SQL, and what a command says in their place:
// its user has flags and files.
var inFlags = []struct {
	sql   *regexp.Regexp
	flags string
}{
	{regexp.MustCompile(`a list of structs such as getvariable\('plan'\), or the name of a file`), "a file"},
	{regexp.MustCompile(`; what is in a table or another file is given as a variable: SET VARIABLE plan = .*?getvariable\('plan'\)`), "; skyline release FILE makes one"},
	{regexp.MustCompile(`; COPY plan TO '.*?' writes it`), "; skyline release FILE makes one"},
	{regexp.MustCompile(`FROM release_plan\('patients'\) makes one`), "skyline release FILE makes one"},
	{regexp.MustCompile(`which FROM release_plan\('(?:[^']|'')*'\) makes: plan := getvariable\('plan'\)`), "which skyline release FILE makes: -plan PLAN"},
	{regexp.MustCompile(`Answer like this: UPDATE plan SET role = 'sensitive' WHERE attribute = '((?:[^']|'')*)'`), "Answer by -role '$1=ROLE'"},
	{regexp.MustCompile(`Give columns that role, or delete the question: DELETE FROM plan WHERE question = '.*'$`), "Answer by -role 'COLUMN=ROLE', or by -no-sensitive"},
	{regexp.MustCompile(`give it to what others may know: UPDATE plan SET role = 'qi' WHERE attribute = 'age'`), "give it to what others may know: -role 'COLUMN=qi'"},
	{regexp.MustCompile(`give it a role: INSERT INTO plan \(attribute, role\) VALUES \('((?:[^']|'')*)', 'drop'\)`), "give it a role: skyline release FILE -plan PLAN carries the plan on, and -role '$1=ROLE' decides"},
	{regexp.MustCompile(`correct the attribute, or delete its row`), "correct the name in the plan's file, or delete its line"},
	{regexp.MustCompile(`give the plan of this table, or make a new one`), "give the plan of this table by -plan, or make a new one without -plan"},
	{
		regexp.MustCompile(`^person must have one row each when values_per_person is 'one', and somebody has several; .*$`),
		severalRows + `, and a requirement looks further than one group; people are counted in each of their groups by k-anonymity alone: -require skyline=none. Or keep one row of each person: write {"rows": 1} into the column's steps in the plan's file`,
	},
	{regexp.MustCompile(`, or leave it out of qi with other_columns := 'drop'; if that may be told, as_is := \['((?:[^']|'')*)'\]`), ", or leave it out: -role '$1=drop'"},
	{regexp.MustCompile(`leave them out with other_columns := 'drop', or release them as they are with other_columns := 'keep'`), "or leave them out: -role 'COLUMN=drop'"},
	{regexp.MustCompile(`^other_columns must be given, as columns `), "columns "},
	{regexp.MustCompile(`privacy must be a struct of requirements, such as .*$`), "nothing is required; ask for something, such as -require k_anonymity=12"},
	{regexp.MustCompile(`ask for (an?|weaker|wider|\d+ weaker) `), "ask by -require for $1 "},
}

// severalRows begins what a command tells where the people have one row each in what is asked, and have not.
const severalRows = "the column with the role person has several rows of somebody"

// argument is a parameter as SQL gives it.
var argument = regexp.MustCompile(`\b([a-z_]+) := `)

// commandMessage is what a command tells of an error. The statements that it runs are its own: what an
// error shows of them, and its kind, is left out.
func commandMessage(err error) string {
	text := message(err)
	if _, ok := errors.AsType[*duckdb.Error](err); !ok {
		return text
	}
	text, rest := cutStatement(text)
	text = kind.ReplaceAllString(text, "")
	if function, behind, ok := strings.Cut(text, ": "); ok && isFunction.MatchString(function) {
		text = behind
	}
	for _, way := range inFlags {
		text = way.sql.ReplaceAllString(text, way.flags)
	}
	return argument.ReplaceAllString(text, "-$1 ") + rest
}

// kind is the kind of an error, as DuckDB's begin with it.
var kind = regexp.MustCompile(`^[A-Z][A-Za-z ]* Error: `)

// isFunction is a name of a function, as errors begin with it.
var isFunction = regexp.MustCompile(`^[a-z_]+$`)

// cutStatement cuts the line of the statement out of an error of DuckDB, and returns what stands behind it.
func cutStatement(text string) (before, behind string) {
	before, shown, found := strings.Cut(text, "\n\nLINE ")
	if !found {
		return text, ""
	}
	if _, marked, ok := strings.Cut(shown, "\n"); ok { // the line with the mark
		if _, rest, ok := strings.Cut(marked, "\n"); ok {
			behind = "\n" + rest
		}
	}
	return before, behind
}
