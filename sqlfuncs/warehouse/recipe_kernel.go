package warehouse

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/dialect"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// recipeSpec is what the kernel of recipe_sql gets.
type recipeSpec struct {
	Table     string            `json:"table"` // as the call names it
	QI        []string          `json:"qi"`
	Sensitive []string          `json:"sensitive"`
	Columns   []string          `json:"columns"`
	Release   []string          `json:"release"`
	MapThere  []string          `json:"map_there"` // nil: it has no name
	Types     map[string]string `json:"types"`     // by folded name
	Dialect   string            `json:"dialect"`
	Form      string            `json:"form"`
	// What the statement has found of the map: the types of qi, how many rows it has, whether
	// each has people and a whole number as group, or none, and the sums.
	MapTypes     []string `json:"map_types,omitempty"`
	Combinations int64    `json:"combinations,omitempty"`
	OK           *bool    `json:"ok,omitempty"`
	People       string   `json:"people,omitempty"`
	Released     string   `json:"released,omitempty"`
	// Map are its rows: values, labels, group. It is nil for the form 'map'.
	Map *host.Shared[*people.Gathered] `json:"map,omitempty"`
}

// recipeRow is a statement.
type recipeRow struct {
	Place int64
	Step  string
	SQL   string
	Query string // the statement without the table that it makes
}

var recipeKernel = host.KernelOf("recipe_sql", runRecipeSQL)

// recipe is what the statements are written from.
type recipe struct {
	there
	columns          []string
	release          []string
	mapThere         []string
	mapTypes         []dialect.Type
	people, released int64
}

func runRecipeSQL(ctx context.Context, s *recipeSpec) (*host.Rows[recipeRow], error) {
	r, err := s.recipe()
	if err != nil {
		return nil, err
	}
	var m *knownMap
	if s.Map != nil && s.Combinations == int64(len(s.Map.Value.Counts)) {
		if m, err = newKnownMap(ctx, s.Map.Value, r); err != nil {
			return nil, err
		}
	}
	if m == nil && (s.Form == "values" || s.Form == "levels") {
		return nil, errSpec
	}
	written, err := r.write(s.Form, m)
	if err != nil {
		return nil, err
	}
	rows := host.NewRows[recipeRow]()
	for _, row := range written {
		rows.Add(row)
	}
	return rows, nil
}

var errSpec = errors.New("the specification cannot be read")

// recipe reads what has been found, and what the planner has read before.
func (s *recipeSpec) recipe() (*recipe, error) {
	r := &recipe{columns: s.Columns, release: s.Release, mapThere: s.MapThere}
	r.dialect, r.qi, r.sensitive, r.types = dialect.ByName(s.Dialect), s.QI, s.Sensitive, map[string]dialect.Type{}
	var err error
	if r.source, err = dialect.ParseSource(s.Table); err != nil || r.dialect == nil || len(s.QI) == 0 || len(s.MapTypes) != len(s.QI) {
		return nil, errSpec
	}
	if s.Combinations == 0 || s.OK == nil {
		return nil, errors.New("map must have at least one row: there is nothing to release")
	}
	if !*s.OK {
		return nil, errors.New("map must have a whole number from 1 as people in each row, and as group_id a whole number or NULL")
	}
	for column, name := range s.Types {
		if r.types[column], err = dialect.ParseType(name); err != nil {
			return nil, errSpec
		}
	}
	for i, name := range s.MapTypes {
		t, err := dialect.ParseType(name)
		if err != nil {
			return nil, fmt.Errorf("map: the type of %s %w; cast the column in a query given as tbl, and count the cells again", sqltext.Ident(s.QI[i]), err)
		}
		if r.typeOf(s.QI[i]).Kind == dialect.Text && t.Kind != dialect.Text {
			// A file that says no types has made numbers of codes: 01234 is 1234.
			return nil, fmt.Errorf("types: %s is a text there, and must be one in map; read the cells with the types that the columns have", sqltext.Ident(s.QI[i]))
		}
		r.mapTypes = append(r.mapTypes, t)
	}
	r.people, err = strconv.ParseInt(s.People, 10, 64)
	released, err2 := strconv.ParseInt(s.Released, 10, 64)
	if errors.Join(err, err2) != nil || r.people > math.MaxInt64/2 {
		return nil, errors.New(call.TooManyPeople("map"))
	}
	r.released = released
	return r, nil
}

// How much 'auto' writes into a statement, and how much is written there at all.
const (
	mostValues  = 200  // combinations, as VALUES
	mostLevels  = 2000 // values and groups together, as levels
	mostWritten = 50_000
)

// write returns the steps and their statements, in the form that is asked for.
func (r *recipe) write(form string, m *knownMap) ([]recipeRow, error) {
	switch form {
	case "map":
		return r.writeForm(r.mapForm(), "form 'map', as asked for")
	case "values":
		if m.size() > mostWritten {
			return nil, fmt.Errorf("form must be 'map' for a map of more than %d combinations, got 'values'", mostWritten)
		}
		return r.writeForm(r.valuesForm(m), "form 'values', as asked for")
	case "levels":
		if !m.isOfLevels {
			return nil, errors.New("form must be 'map' or 'values' for this map: in it, labels or groups depend on several columns together")
		}
		if m.levelRows() > mostWritten {
			return nil, fmt.Errorf("form must be 'map' for a map of more than %d values and groups, got 'levels'", mostWritten)
		}
		return r.writeForm(r.levelsForm(m), "form 'levels', as asked for")
	}
	why := "it has too many combinations for a statement, and its labels depend on several columns together"
	switch {
	case m == nil:
		why = "it has too many combinations to look for another form"
	case m.isOfLevels && m.levelRows() <= mostLevels && m.levelRows() < m.size():
		if rows, err := r.writeForm(r.levelsForm(m), "form 'levels': each label depends on its own column only, and there are few values"); err == nil {
			return rows, nil
		}
		why = r.dialect.Name + " cannot write some of its values into a statement"
	case m.size() <= mostValues:
		if rows, err := r.writeForm(r.valuesForm(m), "form 'values': the map has few combinations"); err == nil {
			return rows, nil
		}
		why = r.dialect.Name + " cannot write some of its values into a statement"
	case m.isOfLevels:
		why = "it has too many combinations and values for a statement"
	}
	return r.writeForm(r.mapForm(), "form 'map', a table of the engine's: "+why)
}

// writeForm writes all statements.
func (r *recipe) writeForm(f form, why string) ([]recipeRow, error) {
	if f.needsName && r.mapThere == nil {
		return nil, errors.New("map_there must say what the map is called in the engine, where map is a query or a file")
	}
	if f.needsName && isSameName(r.release, r.mapThere) {
		return nil, errors.New("release must not be the name of the map in the engine; give the release a name of its own")
	}
	var rows []recipeRow
	for i, s := range []step{
		{"release", dialect.Statement{Comment: []string{why}, Into: r.release, Query: r.releaseQuery(f)}},
		{"count", dialect.Statement{Query: r.countQuery(f)}},
		{"cells", dialect.Statement{Query: r.cellsOfRelease()}},
	} {
		text, err := r.dialect.Write(s.statement)
		if err != nil {
			return nil, err
		}
		query := text
		if s.statement.Into != nil {
			if query, err = r.dialect.Write(dialect.Statement{Comment: s.statement.Comment, Query: s.statement.Query}); err != nil {
				return nil, err
			}
		}
		rows = append(rows, recipeRow{int64(i), s.name, text, query})
	}
	return rows, nil
}
