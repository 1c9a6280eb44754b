package releases

import (
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/utility"
)

// released is a release that is there itself: the rows that are equal on qi are a group, and
// whoever has values that their labels stand for is in it.
type released struct {
	name   string
	source sqltext.SQL // what stands behind FROM
	qi     []string
}

// readReleases reads the releases and the columns of each.
func (in *input) readReleases() error {
	c := in.call
	list := c.List("releases")
	if len(list) == 0 {
		return c.Errorf("releases must be a non-empty list of names of tables, such as releases := ['release_may', 'release_june']")
	}
	columns, err := in.readColumnsOf(len(list))
	if err != nil {
		return err
	}
	for i, v := range list {
		where := call.ElementOf("releases", i)
		table, ok := v.(string)
		if !ok || table == "" {
			return c.Errorf("%s must be the name of a table, or a query in parentheses, got %s", where, call.Show(v))
		}
		source, err := sqltext.FromTable(table)
		if err != nil {
			return c.Errorf("%s: %v", where, err)
		}
		r := released{name: strings.TrimSpace(table), qi: columns[i]}
		if sqltext.IsQuery(source) {
			r.name = fmt.Sprintf("release %d", i+1)
		}
		for call.ContainsName(in.namesOfReleases(), r.name) {
			r.name += " again"
		}
		qi, sensitive := call.Role{Param: "qi", Columns: r.qi}, call.RoleOf("sensitive", in.sensitive)
		if err := c.Distinct(qi, sensitive); err != nil {
			return err
		}
		r.source = c.Having(where, table, source, qi, sensitive)
		in.releases = append(in.releases, r)
		for _, name := range r.qi {
			if !call.ContainsName(in.known, name) {
				in.known = append(in.known, name)
			}
		}
	}
	if in.hierarchies, err = c.Hierarchies(); err != nil {
		return err
	}
	return nil
}

// readColumnsOf returns the qi columns of each of so many releases: qi is one list for all, or a
// list of lists.
func (in *input) readColumnsOf(count int) ([][]string, error) {
	c := in.call
	list := c.List("qi")
	if len(list) == 0 || !slices.ContainsFunc(list, func(v any) bool { _, isList := v.([]any); return isList }) {
		names, err := c.Columns("qi")
		return slices.Repeat([][]string{names}, count), err
	}
	if len(list) != count {
		return nil, c.Errorf("qi must be one list of column names for all releases, or a list for each of the %d, got %d lists", count, len(list))
	}
	columns := make([][]string, count)
	for i, v := range list {
		var err error
		where := call.ElementOf("qi", i)
		if columns[i], err = c.NameList(where, v); err != nil {
			return nil, err
		}
		if len(columns[i]) == 0 {
			return nil, c.Errorf("%s must be a non-empty list of column names", where)
		}
	}
	return columns, nil
}

// given says which columns of what the kernel gets are those of a release.
type given struct {
	Columns []string `json:"columns"` // names
	Known   []int    `json:"known"`   // their numbers in the table
	First   int      `json:"first"`   // the number of the first in the readings
}

// givenReleases are the releases for the kernel.
func (in *input) givenReleases() (all []given) {
	first := 0
	for i := range in.releases {
		g := given{Columns: in.releases[i].qi, First: first}
		for _, name := range g.Columns {
			g.Known = append(g.Known, slices.IndexFunc(in.known, func(other string) bool { return call.Folded(other) == call.Folded(name) }))
		}
		all, first = append(all, g), first+len(g.Columns)
	}
	return all
}

// addReleased adds the CTEs of the releases' rows, and of what can be read of their labels.
func (in *input) addReleased(p *sqltext.Plan) {
	width := 0
	for i := range in.releases {
		width = max(width, len(in.releases[i].qi))
	}
	var all []sqltext.SQL
	for i, g := range in.givenReleases() {
		r := &in.releases[i]
		name := releasedName(i)
		columns, keys := make([]sqltext.SQL, width), sqltext.Numbered(width, "x#")
		for k := range columns {
			if columns[k] = "NULL::VARCHAR"; k < len(r.qi) {
				columns[k] = sqltext.TextOf(sqltext.Canonical("released." + sqltext.Ident(r.qi[k])))
			}
			columns[k] += " AS " + keys[k]
		}
		value := sqltext.TextOf(sqltext.Canonical("released." + sqltext.Ident(in.sensitive)))
		p.Keep(name, "the rows of a release, as texts, with how many are equal", sqltext.Fill(`
			SELECT {keys}, x, count(*) AS n
			FROM (
			    SELECT
			        {columns},
			        {value} AS x
			    FROM {source} AS released
			)
			GROUP BY {keys}, x
		`, sqltext.Args{"keys": sqltext.List(keys), "columns": sqltext.Join(",\n", columns...), "value": value, "source": r.source}))
		all = append(all, sqltext.Fill("SELECT list_value({number}, {keys}, x) AS v, n FROM {name}",
			sqltext.Args{"number": sqltext.Text(fmt.Sprint(i)), "keys": sqltext.List(keys), "name": name}))
		for k, known := range g.Known {
			label := sqltext.Numbered(known+1, "g#")[known]
			utility.AddReadings(p, sqltext.Int(int64(g.First+k+1)),
				sqltext.Fill("SELECT {label} AS v, {text} AS x FROM {persons}", sqltext.Args{"label": label, "text": sqltext.TextOf(label), "persons": persons}),
				sqltext.Fill("SELECT DISTINCT {key} AS x FROM {name}", sqltext.Args{"key": keys[k], "name": name}))
		}
	}
	p.With("__skyline_released", "the rows of all releases, each with the number of its release", sqltext.Join("\nUNION ALL\n", all...))
}

// releasedName is the CTE of a release's rows.
func releasedName(i int) sqltext.SQL { return "__skyline_released" + sqltext.Int(int64(i+1)) }

// given is what the kernel gets.
func (in *input) given() *utility.Given {
	given := utility.NewGiven(in.call)
	given.Gathered("cells", counted)
	if in.releases != nil {
		given.Gathered("released", "__skyline_released")
		columns := 0
		for i := range in.releases {
			columns += len(in.releases[i].qi)
		}
		given.Readings(columns)
		given.Hierarchies(in.hierarchies)
	}
	return given
}

// addCells adds what the kernel's data is computed from.
func (in *input) addCells(p *sqltext.Plan) {
	people.AddTypesOf(p, []sqltext.SQL{in.column(in.sensitive) + " AS s"}, in.source)
	in.addPeople(p)
	if in.releases != nil {
		in.addReleased(p)
	}
}
