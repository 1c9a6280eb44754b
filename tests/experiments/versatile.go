package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
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

// drawRules draws rules with lhs attributes on the left and one of the protectable
// ones on the right. They are irreducible: left sides are equally large, so only an
// equal rule would imply another. A trial draws the same orders of attributes for
// every lhs, so rules with larger left sides have those of smaller ones in them.
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

// protectable returns the attributes without a value that more than one in so many
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

// publication is how a table is published for some rules.
type publication struct {
	table, method string
	diversity     int
	rules         []rule
}

// published is what came of it: the tables, as workload_error wants them, the divergence
// of the schema, and how long deciding on the schema and making the tables took.
type published struct {
	tables         []string
	kl             float64
	schema, making time.Duration
}

// publish makes the tables pub_1, pub_2, …
func (l *lab) publish(ctx context.Context, p publication) (*published, error) {
	arguments := fmt.Sprintf("%s, %s, l := %d, method := %s", text(p.table), rulesOf(p.rules), p.diversity, text(p.method))
	done := &published{}
	start := time.Now()
	if err := l.exec(ctx, "CREATE OR REPLACE TEMP TABLE schema AS FROM gnf_decompose("+arguments+")"); err != nil {
		return nil, err
	}
	done.schema = time.Since(start)
	return done, nil
}

// sample has a measure of some trials.
type sample []float64

func (s sample) mean() float64 {
	sum := 0.0
	for _, x := range s {
		sum += x
	}
	return sum / float64(len(s))
}

// deviation returns the standard deviation.
func (s sample) deviation() float64 {
	mean, sum := s.mean(), 0.0
	for _, x := range s {
		sum += (x - mean) * (x - mean)
	}
	return math.Sqrt(sum / float64(max(len(s)-1, 1)))
}
