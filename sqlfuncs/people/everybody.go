package people

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"skyline/engine/cells"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// A table may be one of several parts, each of which is released by itself. What a part
// has to know of the whole is which values each quasi-identifier has, and how often each
// sensitive value occurs. So the world need not be the whole table: any table will do in
// which these are the same.

// ParamEverybody is the parameter that names the whole table.
var ParamEverybody = call.Param{Name: "everybody", Type: "VARCHAR", Default: "NULL", Doc: "the whole table, where `tbl` is a part of it that is released by itself: with the same columns, as rows or counted with `weight`: see [Parts of a larger table](#parts-of-a-larger-table)"}

// readEverybody reads the parameter world, if the function has it.
func (in *Input) readEverybody() error {
	c := in.Call
	if c.Function.Param(ParamEverybody.Name) == nil {
		return nil
	}
	source, err := c.OptionalSource(ParamEverybody.Name)
	if err != nil || source == "" {
		return err
	}
	in.Everybody = c.HavingRoles(ParamEverybody.Name, source, in.roles...)
	return nil
}

// The CTEs of a part.
const (
	// Everybody has the sensitive values of the whole table as Groups has those of a QI group:
	// one row, or none if there is nobody.
	Everybody      = sqltext.SQL("__skyline_world")
	everybodyTypes = sqltext.SQL("__skyline_world_types")
	sameTypes      = sqltext.SQL("__skyline_same_types")
)

// EverybodyRows is the CTE of the different keys of the quasi-identifiers in the whole table.
const EverybodyRows = sqltext.SQL("__skyline_world_rows")

// AddEverybody adds Everybody and EverybodyRows, and guards that the whole table has the table's
// columns, and its values of them. It needs Types and Groups.
func (in *Input) AddEverybody(p *sqltext.Plan) {
	in.addAlike(p)
	in.addEverybodyRows(p)
	inner := &sqltext.Plan{}
	whole := in.ofEverybody()
	whole.AddTypes(inner)
	whole.AddGroups(inner, Reading{})
	p.With(Everybody, "how often each sensitive value occurs in the whole table, of which this one is a part", inner.Statement("SELECT h FROM "+Groups))
}

// addEverybodyRows adds EverybodyRows. A row that counts no times says that its values occur.
func (in *Input) addEverybodyRows(p *sqltext.Plan) {
	keys, columns := in.Keys(), sqltext.Idents(in.QI)
	p.Keep(EverybodyRows, "the values of the quasi-identifiers in the whole table", sqltext.Fill("SELECT DISTINCT {keys} FROM {source} AS tbl", sqltext.Args{
		"keys":   sqltext.List(sqltext.Map(in.QI, func(i int, name string) sqltext.SQL { return in.Key(name) + " AS " + keys[i] })),
		"source": in.everybodySource(sqltext.Prefixed("tbl", columns), sqltext.Prefixed("world", columns)),
	}))
	for i, key := range keys {
		p.Guard("__skyline_known_"+sqltext.Int(int64(i)+1), "the whole table has the values of "+string(key), sqltext.Fill(`
			SELECT CASE WHEN count(*) > 0 THEN {fail} ELSE true END AS ok
			FROM (SELECT {key} FROM {groups} EXCEPT SELECT {key} FROM {world})
		`, sqltext.Args{
			"key": key, "groups": Groups, "world": EverybodyRows,
			"fail": in.Call.FailCounted("everybody must have every value that tbl has in "+string(columns[i])+", and the number of those that it lacks is ", "count(*)", "; give the table that tbl was cut from"),
		}))
	}
}

// addAlike adds the guard that the columns of both tables have the same types: only then
// does the same text mean the same.
func (in *Input) addAlike(p *sqltext.Plan) {
	names, compared := slices.Clone(in.QI), sqltext.Numbered(len(in.QI), "o#")
	switch {
	case in.TakesLists():
		names, compared = append(names, in.Sensitive[0]), append(compared, "l")
	case len(in.Sensitive) == 1:
		names, compared = append(names, in.Sensitive[0]), append(compared, "s")
	default:
		names, compared = append(names, in.Sensitive...), append(compared, in.ownSensitive()...)
	}
	columns := sqltext.Map(names, func(i int, name string) sqltext.SQL { return "tbl." + sqltext.Ident(name) + " AS " + compared[i] })
	p.With(everybodyTypes, "the types of the whole table's columns: a row of NULLs", sqltext.Fill(`
		SELECT {columns} FROM {world} AS tbl WHERE false
		UNION ALL
		SELECT {nulls}
	`, sqltext.Args{
		"columns": sqltext.List(columns), "world": in.Everybody,
		"nulls": sqltext.List(sqltext.Map(columns, func(int, sqltext.SQL) sqltext.SQL { return "NULL" })),
	}))
	p.With(sameTypes, "its columns have the types of this table's", sqltext.Fill(`
		SELECT
		    CASE
		        {cases}
		        ELSE true
		    END AS ok
		FROM {types} AS t, {world} AS world
	`, sqltext.Args{
		"cases": sqltext.Join("\n", sqltext.Map(names, func(i int, name string) sqltext.SQL {
			return sqltext.Fill("WHEN typeof(t.{column}) <> typeof(world.{column}) THEN {fail}", sqltext.Args{
				"column": compared[i],
				"fail":   in.Fail("everybody must have columns of the same types as tbl, and " + string(sqltext.Ident(name)) + " has another one; cast it in a query given as everybody"),
			})
		})...),
		"types": Types, "world": everybodyTypes,
	}))
}

// ofEverybody is the input as if the whole table had been given, with everybody in one QI group:
// the first quasi-identifier, whatever it is, is NULL.
func (in *Input) ofEverybody() *Input {
	whole := *in
	whole.Everybody, whole.table, whole.QI = "", ParamEverybody.Name, in.QI[:1]
	roles := sqltext.Idents(whole.Roles())
	own, columns := sqltext.Prefixed("tbl", roles), sqltext.Prefixed("world", roles)
	columns[0] = "NULL"
	whole.Source = in.everybodySource(own, columns)
	whole.LeaveOutNobody()
	return &whole
}

// everybodySource is what stands behind FROM for columns of the whole table. They are read when
// their types have been looked at, and brought to those of the table's own, which they have:
// so nothing is compared that DuckDB would have to convert.
func (in *Input) everybodySource(own, columns []sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		(
		    SELECT {own} FROM {source} AS tbl WHERE false
		    UNION ALL
		    SELECT {columns} FROM {world} AS world, {same} AS same WHERE same.ok
		)`, sqltext.Args{
		"own": sqltext.List(own), "source": in.Source, "columns": sqltext.List(columns), "world": in.Everybody, "same": sameTypes,
	})
}

// EverybodyColumns is what stands behind FROM for the columns of the whole table that a call names.
func (in *Input) EverybodyColumns() sqltext.SQL {
	return sqltext.Fill("(SELECT {columns} FROM {world} AS world)", sqltext.Args{
		"columns": sqltext.List(sqltext.Prefixed("world", sqltext.Idents(in.Roles()))), "world": in.Everybody,
	})
}

// EverybodyMember is what gives Everybody to a kernel.
func (in *Input) EverybodyMember() sqltext.Member {
	return sqltext.Member{Name: "world", Value: sqltext.Fill("(SELECT __skyline_histograms({key}, {function}, {values}, h) FROM {world})", sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(in.Call.Function.Name), "values": sqltext.Text(string(in.ValuesPerPerson)), "world": Everybody,
	})}
}

// Total returns the encoded histogram of all groups together.
func (s *Histograms) Total() string {
	var b []byte
	add := func(text string, isNull bool, n int64) {
		length := uint64(0)
		if !isNull {
			length = uint64(len(text)) + 1
		}
		b = append(binary.AppendUvarint(b, length), text...)
		b = binary.AppendUvarint(b, uint64(n))
	}
	if s.constraint != knowledge.SVPI && s.people > 0 {
		add("", true, s.people)
	}
	for _, key := range slices.Sorted(maps.Keys(s.whole)) {
		if key == "" {
			add("", true, s.whole[key])
		} else {
			add(key[1:], false, s.whole[key])
		}
	}
	return string(b)
}

// whole is the table of which one is a part, in the numbers of its values.
type whole struct {
	constraint knowledge.Constraint
	group      partition.Group
	values     []partition.Value
}

// Know lets cells know the values of the whole table, where they are those of a part.
func (s *ReleaseSpec) Know(b *cells.Builder) error {
	if s.Everybody == nil {
		return nil
	}
	if err := b.Know(s.Everybody.Value.Total()); err != nil {
		return fmt.Errorf("everybody: %w", err)
	}
	return nil
}

// whole returns the whole table, nil if the cells are that.
func (s *ReleaseSpec) whole(table *cells.Cells) (*whole, error) {
	if s.Everybody == nil {
		return nil, nil
	}
	group, err := table.GroupOf(s.Everybody.Value.Total())
	if err != nil {
		return nil, fmt.Errorf("everybody: %w", err)
	}
	w := &whole{table.Constraint, group, table.Values}
	return w, w.contains(table.Total)
}

// contains returns an error if a part has more people than the whole table, in all or of some
// sensitive value.
func (w *whole) contains(part partition.Group) error {
	beyond := max(0, part.People-w.group.People)
	counts, lacking := w.counts(), int64(0)
	for _, c := range part.Counts {
		lacking += max(0, c.N-counts[c.Value])
	}
	if beyond = max(beyond, lacking); beyond > 0 {
		return fmt.Errorf("everybody must have everybody of tbl with their sensitive values, and the number of those that it lacks is %d; give the table that tbl was cut from", beyond)
	}
	return nil
}

// counts returns how often each value occurs in the whole table.
func (w *whole) counts() []int64 {
	counts := make([]int64, len(w.values))
	for _, c := range w.group.Counts {
		counts[c.Value] = c.N
	}
	return counts
}

// local, implications and skyline return requirements of the table, or of a part.

func (w *whole) local(r *privacy.Local) privacy.Requirement {
	if w == nil {
		return r
	}
	return r.OfPart(w.counts())
}

func (w *whole) implications(i *Implications) privacy.Requirement {
	if w == nil {
		return privacy.Implications(i.K, i.C)
	}
	return privacy.ImplicationsOfPart(i.K, i.C)
}

func (w *whole) skyline(s *privacy.Skyline) privacy.Requirement {
	if w == nil {
		return s
	}
	return s.OfPart(w.constraint, &w.group, w.values)
}
