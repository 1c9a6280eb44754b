package check

import (
	"cmp"
	"database/sql"
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"skyline/engine/partition"
	"skyline/engine/rows"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// records is the state of __skyline_records: the QI groups with their histograms, by their
// numbers, and how many people have as many rows in the same groups.
type records struct {
	histograms map[int64]string
	people     map[string]int64 // by groups and rows, written one number behind the other
}

// recordsRow is a QI group with its histogram, or else somebody: how many rows in which QI
// groups, in any order.
type recordsRow struct {
	Group     sql.Null[int64]
	Histogram sql.Null[host.Bytes]
	Groups    []int64 `sql:",nil=null"`
	Rows      []int64 `sql:",nil=null"`
}

// key writes how many rows somebody has in which groups, in the order of the groups.
func (r *recordsRow) key() string {
	parts := make([][2]int64, len(r.Groups))
	for i, g := range r.Groups {
		parts[i] = [2]int64{g, r.Rows[i]}
	}
	slices.SortFunc(parts, func(a, b [2]int64) int { return slices.Compare(a[:], b[:]) })
	var key []byte
	for _, p := range parts {
		key = binary.AppendVarint(binary.AppendVarint(key, p[0]), p[1])
	}
	return string(key)
}

// recordsAggregate is __skyline_records(key, function, group, histogram, groups, rows), kept
// for kernels to read.
func recordsAggregate() host.Aggregate {
	return host.KeptShared("__skyline_records", func() *records { return &records{map[int64]string{}, map[string]int64{}} },
		func(s *records, row *recordsRow) error {
			switch {
			case row.Histogram.Valid && row.Group.Valid:
				s.histograms[row.Group.V] = strings.Clone(string(row.Histogram.V))
			case row.Histogram.Valid || len(row.Groups) != len(row.Rows):
				return host.ErrNotKept
			default:
				s.people[row.key()]++
			}
			return nil
		},
		func(into, from *records) error {
			maps.Copy(into.histograms, from.histograms)
			for key, n := range from.people {
				into.people[key] += n
			}
			return nil
		})
}

// release adds the groups to a table, the first by its number first, and returns the release
// of their people.
func (s *records) release(builder *partition.Builder) (*rows.Release, error) {
	for i := range len(s.histograms) {
		h, ok := s.histograms[int64(i)+1]
		if !ok {
			return nil, host.ErrNotKept
		}
		if err := builder.Add(h); err != nil {
			return nil, err
		}
		if builder.Len() != i+1 {
			return nil, host.ErrNotKept // nobody is in it
		}
	}
	all := make([]rows.Profile, 0, len(s.people))
	for key, n := range s.people {
		p := rows.Profile{People: n}
		for at := []byte(key); len(at) > 0; {
			group, size := binary.Varint(at)
			count, more := binary.Varint(at[size:])
			at = at[size+more:]
			if group < 1 || group > int64(len(s.histograms)) {
				return nil, host.ErrNotKept
			}
			p.Parts = append(p.Parts, rows.Part{Group: int32(group - 1), Rows: count})
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b rows.Profile) int {
		return slices.CompareFunc(a.Parts, b.Parts, func(x, y rows.Part) int {
			return cmp.Or(cmp.Compare(x.Group, y.Group), cmp.Compare(x.Rows, y.Rows))
		})
	})
	r, err := rows.NewRelease(builder.Table(), all)
	if err != nil {
		return nil, host.ErrNotKept // no plan of ours has such people
	}
	return r, nil
}

// recordsOf is what the kernel gets of people with several rows, and from what it is made.
func recordsOf(p *sqltext.Plan, in *people.Input) (sqltext.Member, sqltext.SQL) {
	addNumbered(p, in)
	return sqltext.Member{Name: "records", Value: "x.records"}, sqltext.Fill(`
		(
		    SELECT __skyline_records({key}, {function}, g, h, gs, cs) AS records
		    FROM (
		        SELECT g, h, NULL::BIGINT[] AS gs, NULL::BIGINT[] AS cs FROM {numbered}
		        UNION ALL
		        SELECT NULL, NULL, list_transform(parts, lambda x: x.g), list_transform(parts, lambda x: x.c)
		        FROM (
		            SELECT list(struct_pack(g := n.g, c := x.c)) AS parts
		            FROM {parts} AS x JOIN {numbered} AS n ON {same}
		            GROUP BY x.p
		        )
		    )
		) AS x`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(in.Call.Function.Name), "numbered": numberedGroups, "parts": people.PartsOfRows,
		"same": sqltext.Equal("n", "x", in.Keys()),
	})
}
