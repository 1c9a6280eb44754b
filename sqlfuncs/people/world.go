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
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// A table may be one of several parts, each of which is released by itself. What a part
// has to know of the whole is in the whole table, the world, or in the counted rows of it:
// the values of the quasi-identifiers, and how often each sensitive value occurs.

// ParamWorld is the parameter that names the whole table.
var ParamWorld = call.Param{Name: "world", Type: "VARCHAR", Default: "NULL", Doc: "the whole table, where `tbl` is a part of it that is released by itself: with the same columns, as rows or counted with `weight`: see [Parts of a larger table](#parts-of-a-larger-table)"}

// readWorld reads the parameter world, if the function has it.
func (in *Input) readWorld() error {
	c := in.Call
	if c.Function.Param(ParamWorld.Name) == nil {
		return nil
	}
	source, err := c.OptionalSource(ParamWorld.Name)
	if err != nil || source == "" {
		return err
	}
	in.World = c.HavingRoles(ParamWorld.Name, source, in.roles...)
	return nil
}

// The CTEs of a part.
const (
	// World has the QI groups of the whole table as Groups has those of the part.
	World      = sqltext.SQL("__skyline_world")
	worldTypes = sqltext.SQL("__skyline_world_types")
	sameTypes  = sqltext.SQL("__skyline_same_types")
)

// AddWorld adds World, and guards that it has the columns and the people of the table. It
// needs Types and Groups.
func (in *Input) AddWorld(p *sqltext.Plan) {
	in.addAlike(p)
	inner := &sqltext.Plan{}
	whole := in.ofWorld()
	whole.AddTypes(inner)
	whole.AddGroups(inner, Reading{})
	keys := sqltext.List(in.Keys())
	p.Keep(World, "the QI groups of the whole table, of which this one is a part", inner.Statement(sqltext.Fill("SELECT {keys}, h FROM {groups}",
		sqltext.Args{"keys": keys, "groups": Groups})))
	p.Guard("__skyline_contained", "everybody is in the whole table", sqltext.Fill(`
		SELECT CASE WHEN n > 0 THEN {fail} ELSE true END AS ok
		FROM (
		    SELECT coalesce(sum(__skyline_beyond(part, coalesce(whole, ''::BLOB))), 0) AS n
		    FROM (
		        SELECT {keys}, first(h) FILTER (WHERE own) AS part, first(h) FILTER (WHERE NOT own) AS whole
		        FROM (
		            SELECT {keys}, h, true AS own FROM {groups}
		            UNION ALL
		            SELECT {keys}, h, false FROM {world}
		        )
		        GROUP BY {keys}
		    )
		    WHERE part IS NOT NULL
		)
	`, sqltext.Args{
		"keys": keys, "groups": Groups, "world": World,
		"fail": in.Call.FailCounted("world must contain everybody of tbl with the same quasi-identifiers and sensitive values, and the number of these that are not in world is ", "n", "; give the table that tbl was cut from"),
	}))
}

// addAlike adds the guard that the columns of both tables have the same types: only then
// does the same text mean the same.
func (in *Input) addAlike(p *sqltext.Plan) {
	names, compared := slices.Clone(in.QI), sqltext.Numbered(len(in.QI), "o#")
	switch {
	case in.TakesLists():
		names, compared = append(names, in.Sensitive), append(compared, "l")
	case in.Sensitive != "":
		names, compared = append(names, in.Sensitive), append(compared, "s")
	}
	columns := sqltext.Map(names, func(i int, name string) sqltext.SQL { return "tbl." + sqltext.Ident(name) + " AS " + compared[i] })
	p.With(worldTypes, "the types of the whole table's columns: a row of NULLs", sqltext.Fill(`
		SELECT {columns} FROM {world} AS tbl WHERE false
		UNION ALL
		SELECT {nulls}
	`, sqltext.Args{
		"columns": sqltext.List(columns), "world": in.World,
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
				"fail":   in.Fail("world must have columns of the same types as tbl, and " + string(sqltext.Ident(name)) + " has another one; cast it in a query given as world"),
			})
		})...),
		"types": Types, "world": worldTypes,
	}))
}

// ofWorld is the input as if the whole table had been given. Its columns are read when their
// types have been looked at, and brought to those of the table, which they have: so nothing
// is compared that DuckDB would have to convert.
func (in *Input) ofWorld() *Input {
	whole := *in
	whole.World, whole.table = "", ParamWorld.Name
	columns := func(table sqltext.SQL) sqltext.SQL {
		return sqltext.List(sqltext.Prefixed(table, sqltext.Idents(in.Roles())))
	}
	whole.Source = sqltext.Fill(`
		(
		    SELECT {own} FROM {source} AS tbl WHERE false
		    UNION ALL
		    SELECT {columns} FROM {world} AS world, {same} AS same WHERE same.ok
		)`, sqltext.Args{
		"own": columns("tbl"), "source": in.Source, "columns": columns("world"), "world": in.World, "same": sameTypes,
	})
	whole.LeaveOutNobody()
	return &whole
}

// WorldColumns is what stands behind FROM for the columns of the whole table that a call names.
func (in *Input) WorldColumns() sqltext.SQL {
	return sqltext.Fill("(SELECT {columns} FROM {world} AS world)", sqltext.Args{
		"columns": sqltext.List(sqltext.Prefixed("world", sqltext.Idents(in.Roles()))), "world": in.World,
	})
}

// WorldMember is what gives World to a kernel.
func (in *Input) WorldMember() sqltext.Member {
	return sqltext.Member{Name: "world", Value: sqltext.Fill("(SELECT __skyline_histograms({key}, {function}, {values}, h) FROM {world})", sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(in.Call.Function.Name), "values": sqltext.Text(string(in.ValuesPerPerson)), "world": World,
	})}
}

// beyondArgs are the arguments of __skyline_beyond.
type beyondArgs struct{ Part, Whole host.Bytes }

// BeyondScalar is __skyline_beyond(part, whole): how many of the counts of a histogram are not
// in another one.
func BeyondScalar() host.Scalar {
	return host.ScalarOf("__skyline_beyond", func(a *beyondArgs) (int64, error) {
		type value struct {
			text   string
			isNull bool
		}
		whole, beyond := map[value]int64{}, int64(0)
		err := partition.Entries(string(a.Whole), func(text string, isNull bool, n int64) error {
			whole[value{text, isNull}] += n
			return nil
		})
		if err != nil {
			return 0, err
		}
		err = partition.Entries(string(a.Part), func(text string, isNull bool, n int64) error {
			if beyond += max(0, n-whole[value{text, isNull}]); beyond > partition.MaxPeople {
				return partition.ErrTooManyPeople
			}
			return nil
		})
		return beyond, err
	})
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
func (s *TableSpec) Know(b *cells.Builder) error {
	if s.World == nil {
		return nil
	}
	if err := b.Know(s.World.Value.Total()); err != nil {
		return fmt.Errorf("world: %w", err)
	}
	return nil
}

// whole returns the whole table, nil if the cells are that.
func (s *TableSpec) whole(table *cells.Cells) (*whole, error) {
	if s.World == nil {
		return nil, nil
	}
	group, err := table.GroupOf(s.World.Value.Total())
	if err != nil {
		return nil, fmt.Errorf("world: %w", err)
	}
	return &whole{table.Constraint, group, table.Values}, nil
}

// counts returns how often each value occurs in the whole table.
func (w *whole) counts() []int64 {
	counts := make([]int64, len(w.values))
	for _, c := range w.group.Counts {
		counts[c.Value] = c.N
	}
	return counts
}

// closeness, implications and skyline return requirements of the table, or of a part.

func (w *whole) closeness(t float64) privacy.Requirement {
	if w == nil {
		return privacy.TCloseness(t)
	}
	return privacy.TClosenessTo(t, w.counts())
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
