package main

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// The ways to publish a table under many rules.
const (
	uad     = "uad"
	gd      = "gd"
	multiSA = "multi_sa"
	single  = "single"
)

// rule is a privacy rule: who knows lhs must not learn rhs.
type rule struct {
	lhs []string
	rhs string
}

// rulesOf returns the argument rules.
func rulesOf(rules []rule) string {
	members := make([]string, len(rules))
	for i, r := range rules {
		members[i] = fmt.Sprintf("{'lhs': %s, 'rhs': %s}", list(r.lhs), text(r.rhs))
	}
	return "[" + strings.Join(members, ", ") + "]"
}

// drawRules draws different rules with lhs attributes on the left and one of the
// protectable ones on the right. They are irreducible: left sides are equally large,
// so that no rule implies another. A trial draws the same orders of attributes whatever
// lhs is, so that rules with larger left sides contain those with smaller ones, and
// more rules contain fewer ones.
func drawRules(trial, n, lhs int, attributes, protectable []string) []rule {
	random := rand.New(rand.NewPCG(seed, uint64(trial)))
	var rules []rule
	for len(rules) < n {
		rhs := protectable[random.IntN(len(protectable))]
		var left []string
		for _, i := range random.Perm(len(attributes)) {
			if a := attributes[i]; a != rhs && len(left) < lhs {
				left = append(left, a)
			}
		}
		slices.Sort(left)
		if !slices.ContainsFunc(rules, func(r rule) bool { return r.rhs == rhs && slices.Equal(r.lhs, left) }) {
			rules = append(rules, rule{left, rhs})
		}
	}
	return rules
}

// protectable returns the attributes no value of which more than one in so many
// people has. Rules about others cannot be held, not even by a table of the right
// side alone.
func (l *lab) protectable(ctx context.Context, table string, attributes []string, diversity int) ([]string, error) {
	var kept []string
	for _, a := range attributes {
		var ok bool
		if err := l.row(ctx, fmt.Sprintf("SELECT max(n) * %d <= sum(n) FROM (SELECT count(*) AS n FROM %s GROUP BY %s)", diversity, table, a), &ok); err != nil {
			return nil, err
		}
		if ok {
			kept = append(kept, a)
		}
	}
	return kept, nil
}

// publication is how a table is to be published.
type publication struct {
	table, method string
	diversity     int
	rules         []rule
	seed          int
}

// published is what came of it.
type published struct {
	tables           []string // as workload_error wants them
	kl               float64
	deciding, making time.Duration // on the schema; the tables
}

func (p *published) took() time.Duration { return p.deciding + p.making }

// publish makes the tables pub_1, pub_2, ….
func (l *lab) publish(ctx context.Context, p publication) (*published, error) {
	arguments := fmt.Sprintf("%s, %s, diversity := %d, method := %s", text(p.table), rulesOf(p.rules), p.diversity, text(p.method))
	start := time.Now()
	if err := l.exec(ctx, "CREATE OR REPLACE TEMP TABLE decided AS FROM gnf_decompose("+arguments+")"); err != nil {
		return nil, err
	}
	if p.method == gd {
		// Its schema depends on the data, so gnf_table wants to be told.
		if err := l.exec(ctx, "SET VARIABLE decided = (SELECT list({'attributes': attributes, 'lhs': lhs, 'rhs': rhs} ORDER BY table_no) FROM decided)"); err != nil {
			return nil, err
		}
		arguments += ", tables := getvariable('decided')"
	}
	done := &published{deciding: time.Since(start)}
	var shuffled [][]string
	var right sql.NullString
	err := l.rows(ctx, "SELECT kl, rhs FROM decided ORDER BY table_no", func() {
		var names []string
		if right.Valid {
			names = []string{right.String}
		}
		shuffled = append(shuffled, names)
	}, &done.kl, &right)
	if err != nil {
		return nil, err
	}
	if p.method == multiSA {
		for _, r := range p.rules {
			if !slices.Contains(shuffled[0], r.rhs) {
				shuffled[0] = append(shuffled[0], r.rhs)
			}
		}
	}
	start = time.Now()
	for i, rhs := range shuffled {
		name := fmt.Sprintf("pub_%d", i+1)
		err := l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE %s AS FROM gnf_table(%s, table_no := %d, seed := %d, other_columns := 'keep')", name, arguments, i+1, p.seed))
		if err != nil {
			return nil, err
		}
		done.tables = append(done.tables, fmt.Sprintf("{'table': %s, 'rhs': %s}", text(name), list(rhs)))
	}
	done.making = time.Since(start)
	return done, nil
}

// workload is one of random COUNT queries, over so many attributes, each of which may
// have a share of its values.
type workload struct {
	dimension int
	share     float64
}

// answer returns the average relative error of so many queries of a workload.
func (l *lab) answer(ctx context.Context, p publication, done *published, w workload, queries int) (float64, error) {
	var value float64
	err := l.row(ctx, fmt.Sprintf("SELECT value FROM workload_error(%s, [%s], dimension := %d, selectivity := %g, queries := %d, seed := %d) WHERE measure = 'mean_relative_error'",
		text(p.table), strings.Join(done.tables, ", "), w.dimension, w.share, queries, p.seed), &value)
	return value, err
}
