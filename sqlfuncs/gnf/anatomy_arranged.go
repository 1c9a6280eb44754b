package gnf

import (
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// A table of which some columns are permuted within the groups of Anatomy, by randomness that
// is fresh. The kernel knows how many people have each value, so it arranges their places in
// a row, and beside them the values as they are published (anatomy.Arrangement). Each row of
// the table takes a free place of its value: that is where it stands, and what is beside it.
// Rows are sorted once, and nothing else of them is kept.

// isArranged reports whether the plan is such a one. With a seed, rows are in an order that
// follows from what is released of them (see draw.TextOfRow), which no kernel knows.
func (p *anatomyPlan) isArranged() bool { return p.grouping == anatomyGroups && p.random.IsFresh() }

// standing is the column of a row's place: see standScalar.
const standing = sqltext.SQL("__skyline_standing")

// addStanding adds the CTEs up to the rows of a query, which is read twice, with their places:
// some columns of it are those of the right side. Without keep nothing but one query reads the
// last CTE, once.
func (p *anatomyPlan) addStanding(query sqltext.SQL, right []string, keep bool) {
	p.right, p.shown, p.arranged = sqltext.Idents(right), sqltext.Idents(right), true
	keys, rights := p.keys(), p.rights()
	formed := sqltext.Map(p.right, func(i int, column sqltext.SQL) sqltext.SQL {
		return sqltext.OneForm("t."+column) + " AS " + rights[i]
	})
	p.addRightOf(sqltext.Fill(`(SELECT t.*, {keys} FROM (SELECT {formed} FROM ({query}) AS t) AS t)`, sqltext.Args{
		"keys": sqltext.List(sqltext.Map(rights, func(i int, column sqltext.SQL) sqltext.SQL {
			return sqltext.Canonical("t."+column) + " AS " + keys[i]
		})),
		"formed": sqltext.List(formed), "query": query,
	}), rights)
	p.addSeating(true)
	add := p.With
	if keep {
		add = p.Keep
	}
	add(seatedName, "the rows, and a place for each: computed once, so that nobody takes two", sqltext.Fill(`
		SELECT t.*, __skyline_stand(g.seating, v.c) AS {standing}
		FROM ({query}) AS t LEFT JOIN {right} AS v ON {same} CROSS JOIN {seating} AS g
	`, sqltext.Args{
		"standing": standing, "query": query, "right": rightName, "seating": seatingName,
		"same": sqltext.Join(" AND ", sqltext.Map(p.right, func(i int, column sqltext.SQL) sqltext.SQL {
			return "v." + keys[i] + " IS NOT DISTINCT FROM " + sqltext.Canonical(sqltext.OneForm("t."+column))
		})...),
	}))
}

// arrangement returns the statement whose rows are those of a relation like the rows that
// addStanding adds, where they stand, with the values that are beside them, and group_id.
func (p *anatomyPlan) arrangement(seated sqltext.SQL) sqltext.SQL {
	rights := p.rights()
	return p.Statement(sqltext.Released(sqltext.Fill(`
		SELECT t.* EXCLUDE ({standing}) REPLACE ({values}), t.{standing}.group_id AS group_id
		FROM {seated} AS t LEFT JOIN {right} AS v ON v.c = t.{standing}.beside
		ORDER BY t.{standing}.slot ASC
	`, sqltext.Args{
		"standing": standing, "seated": seated, "right": rightName,
		"values": sqltext.List(sqltext.Map(p.right, func(i int, column sqltext.SQL) sqltext.SQL { return "v." + rights[i] + " AS " + column })),
	})))
}

// standScalar is __skyline_stand(seating, value): the next free place of a value, as
// group_id, its group, from 1; slot, where in the row it is; and beside, the number of the
// value that is published there. It takes vectors, as seatScalar does.
func standScalar() host.Scalar {
	bigint := host.Type{Kind: host.Bigint}
	return host.Scalar{
		Name:     "__skyline_stand",
		Params:   []host.Type{bigint, bigint},
		Result:   host.Type{Kind: host.Struct, Fields: []host.Field{{Name: "group_id", Type: bigint}, {Name: "slot", Type: bigint}, {Name: "beside", Type: bigint}}},
		Volatile: true,
		Call: func(args []host.Column, rows int) (host.Column, error) {
			handles, values := &args[0], &args[1]
			groups, slots, besides := make([]int64, rows), make([]int64, rows), make([]int64, rows)
			var taken taking
			for row := range rows {
				s, err := taken.from(handles, row)
				if err == nil && values.IsNull(row) {
					err = host.ErrNotKept
				}
				if err != nil {
					return host.Column{}, err
				}
				group, slot, beside, err := s.stand(values.Int64s[row])
				if err != nil {
					return host.Column{}, err
				}
				groups[row], slots[row], besides[row] = int64(group)+1, int64(slot), int64(beside)
			}
			taken.end()
			return host.Column{Len: rows, Fields: []host.Column{
				{Len: rows, Int64s: groups}, {Len: rows, Int64s: slots}, {Len: rows, Int64s: besides},
			}}, nil
		},
	}
}

// stand takes the next free place of a value.
func (s *seating) stand(value int64) (group, slot, beside int32, err error) {
	if s.arranged == nil || value < 0 || value >= int64(len(s.next)) {
		return 0, 0, 0, host.ErrNotKept
	}
	of := int64(len(s.places.Places(int(value))))
	i := s.free(value, of)
	if i >= of {
		return 0, 0, 0, host.ErrNotKept
	}
	group, slot, beside = s.arranged.Stand(int(value), int(i))
	return group, slot, beside, nil
}
