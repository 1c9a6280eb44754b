package main

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"skyline/engine/jump/beliefs"
)

// jumpSchemes are the generalizations of Adult that are tried: levels of a column, of two,
// and such as coarsen one column or the other in turn.
var jumpSchemes = [][]string{
	{"age", "age // 5", "age // 10", "age // 20", "age // 40", "0"},
	{"age // 2", "age // 4", "age // 8", "age // 16", "age // 32"},
	{"education", "e1", "e2", "0"},
	{"\"native-country\"", "c1", "0"},
	{"(age // 5, sex)", "(age // 10, sex)", "(age // 20, sex)", "(age // 40, sex)"},
	{"(age // 5, education)", "(age // 10, e1)", "(age // 20, e2)", "(age // 80, 0)"},
	{"(age // 10, e1)", "(age // 40, education)", "(age // 10, e2)", "age // 80"},
}

// jumpAdultProperties are what is asked of beliefs about them.
var jumpAdultProperties = []beliefs.Property{
	jumpShare(1, 2), jumpShare(1, 3), jumpShare(1, 4), jumpShare(9, 10),
	beliefs.Distinct{Values: 3},
	beliefs.Distinct{Values: 6},
	beliefs.Entropy{L: big.NewRat(4, 1)},
	beliefs.Recursive{C: big.NewRat(1, 1), L: 3},
}

// jumpOfAdult has samples of Adult, and all of it.
func jumpOfAdult(ctx context.Context, l *lab) ([]jumpCase, error) {
	if err := l.load(ctx, "adult", adultFile, 0); err != nil {
		return nil, err
	}
	for table, column := range map[string]string{"e": "education", "c": "native-country"} {
		file := text(filepath.Join(l.data, "hierarchies", "adult_"+column+".csv"))
		statement := fmt.Sprintf("CREATE OR REPLACE TABLE %s AS SELECT column0 AS v, column1 AS %s1, column2 AS %s2 FROM read_csv(%s, delim = ';', header = false, all_varchar = true)", table, table, table, file)
		if err := l.exec(ctx, statement); err != nil {
			return nil, err
		}
	}
	var all []jumpCase
	for _, people := range pick(l, []int{100, 1000, 10_000, 45_222}, []int{100}) {
		for _, sensitive := range pick(l, []string{"occupation", "marital-status", "salary-class", "race"}, []string{"occupation"}) {
			for s, scheme := range pick(l, jumpSchemes, jumpSchemes[:2]) {
				in, err := l.jumpPeople(ctx, people, sensitive, scheme)
				if err != nil {
					return nil, err
				}
				table, err := in.build()
				if err != nil {
					return nil, err
				}
				rng := rand.New(rand.NewPCG(uint64(people), uint64(s)))
				for _, property := range jumpAdultProperties {
					for _, a := range jumpAlgorithms(rng, len(scheme), property) {
						all = append(all, jumpCase{"Adult", table, a})
					}
				}
			}
		}
	}
	return all, nil
}

// jumpPeople reads people of Adult, their values and groups being numbered.
func (l *lab) jumpPeople(ctx context.Context, people int, sensitive string, scheme []string) (*jumpPeople, error) {
	columns := []string{fmt.Sprintf("dense_rank() OVER (ORDER BY %s) - 1", column(sensitive))}
	for _, expression := range scheme {
		columns = append(columns, fmt.Sprintf("dense_rank() OVER (ORDER BY %s) - 1", expression))
	}
	in := &jumpPeople{groups: make([][]int, len(scheme))}
	row := make([]int, len(columns))
	into := make([]any, len(row))
	for k := range row {
		into[k] = &row[k]
	}
	query := fmt.Sprintf("SELECT %s FROM (SELECT *, row_number() OVER () AS nth FROM adult LIMIT %d) AS a JOIN e ON e.v = a.education JOIN c ON c.v = a.\"native-country\" ORDER BY nth", strings.Join(columns, ", "), people)
	err := l.rows(ctx, query, func() {
		in.values = append(in.values, row[0])
		for j, group := range row[1:] {
			in.groups[j] = append(in.groups[j], group)
		}
	}, into...)
	return in, err
}
