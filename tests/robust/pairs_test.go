package robust

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"skyline/sqlfuncs"
	"skyline/sqlfuncs/host"
	"skyline/tests/trials"
)

// calls writes random calls of private functions, in which the result of each may be the
// argument of any other that takes its type.
type calls struct {
	*rand.Rand
	scalars    []host.Scalar
	aggregates []host.Aggregate
}

// value returns an expression of a type; below a depth of 0 it calls nothing.
func (c *calls) value(t host.Type, depth int) string {
	if depth > 0 && c.IntN(3) > 0 {
		if call := c.callOf(t.Kind, depth-1); call != "" {
			return call
		}
	}
	literals := map[host.Kind][]string{
		host.Boolean: {"true", "false", "NULL", "i % 2 = 0"},
		host.Bigint:  {"0", "1", "2", "-1", "i", "NULL", "9223372036854775807", "-9223372036854775808", "4294967296"},
		host.Double:  {"0.5", "0", "-1", "'nan'::DOUBLE", "'inf'::DOUBLE", "NULL", "random()"},
		host.Varchar: {"'x'", "''", "'one'", "'set'", "'0.5'", "i::VARCHAR", "NULL", "'{}'", "'[]'", "'null'", "'[[0]]'", "'median'", "'a long text, of more than twelve bytes'"},
		host.Blob:    {`'\x02a\x01'::BLOB`, `'\xFF'::BLOB`, `''::BLOB`, "NULL", `'\x02a\x01\x02b\x02'::BLOB`, "'12345678'::BLOB"},
	}
	if t.Kind == host.List {
		elements := make([]string, c.IntN(4))
		for i := range elements {
			elements[i] = c.value(*t.Elem, 0)
		}
		if c.IntN(10) == 0 {
			return "NULL"
		}
		return "[" + strings.Join(elements, ", ") + "]"
	}
	return literals[t.Kind][c.IntN(len(literals[t.Kind]))]
}

// callOf returns a call whose result is of a kind, "" where there is none.
func (c *calls) callOf(kind host.Kind, depth int) string {
	var found []func() string
	for _, s := range c.scalars {
		if s.Result.Kind == kind {
			found = append(found, func() string { return c.scalar(s, depth) })
		}
	}
	for _, a := range c.aggregates {
		if a.Result.Kind == kind {
			found = append(found, func() string { return c.aggregate(a) })
		}
	}
	if len(found) == 0 {
		return ""
	}
	return found[c.IntN(len(found))]()
}

func (c *calls) scalar(s host.Scalar, depth int) string {
	arguments := make([]string, len(s.Params))
	for i, p := range s.Params {
		arguments[i] = c.value(p, depth)
	}
	return s.Name + "(" + strings.Join(arguments, ", ") + ")"
}

// aggregate returns a subquery, at times one that no plan has.
func (c *calls) aggregate(a host.Aggregate) string {
	arguments := []string{c.value(host.Type{Kind: host.Bigint}, 0)}
	if c.IntN(4) > 0 {
		arguments[0] = "1"
	}
	for _, p := range a.Params {
		arguments = append(arguments, c.value(p, 0))
	}
	list := strings.Join(arguments, ", ")
	form := []string{"%s(%s)", "%s(%s)", "%s(%s)", "%s(%s ORDER BY i)", "%s(%s) OVER ()", "%s(%s) OVER (ORDER BY i ROWS 1 PRECEDING)", "%s(DISTINCT %s)"}[c.IntN(7)]
	return "(SELECT " + fmt.Sprintf(form, a.Name, list) + fmt.Sprintf(" FROM range(%d) r(i) LIMIT 1)", c.IntN(50))
}

// TestPrivatePairs gives private functions the results of each other. What comes of such
// nonsense does not matter: the process lives, and no result has another shape than its
// function's.
func TestPrivatePairs(t *testing.T) {
	trials.Long(t)
	const seed = 5
	c := &calls{Rand: rand.New(rand.NewPCG(seed, 1)), scalars: sqlfuncs.Scalars(), aggregates: sqlfuncs.Aggregates()}
	c.aggregates = append(c.aggregates, host.Aggregate{Name: "__skyline_histogram", Params: []host.Type{{Kind: host.Varchar}, {Kind: host.Bigint}}, Result: host.Type{Kind: host.Blob}})
	var statements []string
	for range trials.Calls(t, 1000, 30_000) {
		statements = append(statements, fmt.Sprintf("SELECT %s FROM range(%d) r(i)", c.scalar(c.scalars[c.IntN(len(c.scalars))], 2), 1+c.IntN(3)))
	}
	db := openDB(t, "")
	var workers sync.WaitGroup
	answered := make([]int, 2)
	for w := range answered {
		workers.Go(func() {
			for i := w; i < len(statements) && !t.Failed(); i += len(answered) {
				err := drain(t.Context(), db, statements[i])
				switch {
				case err == nil:
					answered[w]++
				// A recovered panic is an answer, too.
				case strings.Contains(err.Error(), "of another shape"), strings.Contains(err.Error(), "INTERNAL"), strings.Contains(err.Error(), "goroutine"):
					t.Errorf("%s: %v", statements[i], err)
				}
			}
		})
	}
	workers.Wait()
	checkUsable(t, db)
	if n := answered[0] + answered[1]; n < len(statements)/100 {
		t.Errorf("%d of %d calls had a result, which says little", n, len(statements))
	} else {
		t.Logf("%d of %d calls had a result", n, len(statements))
	}
}

// TestSpy: a connection of another database finds nothing of what queries keep, and does
// not disturb them.
func TestSpy(t *testing.T) {
	victim, spy := openDB(t, ""), openDB(t, "")
	exec(t, victim, "CREATE TABLE people AS SELECT i % 50 AS age, ['Flu', 'Cold', 'AIDS'][1 + i % 3] AS disease FROM range(600) r(i)")
	var rows []string
	for _, s := range sqlfuncs.Scalars() {
		if strings.HasSuffix(s.Name, "_rows") || s.Name == "__skyline_wait" {
			rows = append(rows, s.Name)
		}
	}
	done := make(chan struct{})
	var spying sync.WaitGroup
	spying.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-done:
				return
			default:
			}
			// From 1 on, as the handles of a counter would be.
			statement := fmt.Sprintf("SELECT %s(%d)", rows[n%len(rows)], 1+n/len(rows)%1000)
			if err := drain(context.Background(), spy, statement); err == nil {
				t.Errorf("%s has a result", statement)
				return
			}
		}
	})
	for range trials.Number(20, 200) {
		var n int
		err := victim.QueryRowContext(t.Context(), "SELECT count(*) FROM skyline_anonymize('people', ['age'], 'disease', privacy := {'k_anonymity': 5})").Scan(&n)
		if err != nil || n != 600 {
			t.Errorf("%d rows, error %v; want 600", n, err)
		}
	}
	close(done)
	spying.Wait()
}
