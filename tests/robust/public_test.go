package robust

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	osexec "os/exec" // the package has a helper of that name
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"skyline/sqlfuncs"
	"skyline/sqlfuncs/call"
	"skyline/tests/trials"
)

// publicCalls writes random calls of public functions, valid ones and others: the example
// of each, some of whose arguments are those of another function, or of none.
type publicCalls struct {
	*rand.Rand
	functions []publicCall
	arguments map[string][]string // values that examples have, by the name of the parameter
}

// publicCall is a function's example.
type publicCall struct {
	*call.Function
	before, after string
	given         []string // name := value
}

func newPublicCalls(t *testing.T, random *rand.Rand) *publicCalls {
	c := &publicCalls{Rand: random, arguments: map[string][]string{}}
	for _, f := range sqlfuncs.Functions() {
		if len(f.Params) == 0 {
			continue
		}
		before, given, after := callIn(t, f)
		c.functions = append(c.functions, publicCall{f, before, after, given})
		for _, argument := range given {
			name, value, _ := strings.Cut(argument, " := ")
			c.arguments[name] = append(c.arguments[name], value)
		}
	}
	return c
}

// numbers are values where there may be a number.
var numbers = []string{"0", "1", "2", "3", "5", "-1", "0.5", "0.25", "1e308", "9223372036854775807", "'nan'::DOUBLE", "NULL", "7::UTINYINT", "2.5::DECIMAL(3, 1)"}

// cells are the expressions of columns of a random table, by the number of its row.
var cells = []string{
	"i", "i % 3", "i // 4", "-i", "i * 0.5", "['Flu', 'Cold', 'AIDS'][1 + i % 3]", "i::VARCHAR", "NULL", "CASE WHEN i % 4 > 0 THEN i END", "DATE '2000-01-01' + i::INTEGER", "i % 2 = 0", "1",
	"hash(i) % 7", "[i]", "{'a': i}", "MAP {'a': i}", "1e300 * i", "'nan'::DOUBLE", "'x'::BLOB", "(['a', 'b'][1 + i % 2])::ENUM('b', 'a', 'c')", "i::HUGEINT << 70", "repeat('é', i % 9)", "INTERVAL 1 DAY * i", "uuid()",
}

// listedColumns are the names that arguments mention.
var listedColumns = regexp.MustCompile(`'([a-z_]+)'`)

// table returns a table with the columns that a call mentions, and others.
func (c *publicCalls) table(given []string) string {
	names := []string{"a", "s"}
	for _, argument := range given {
		if name, value, _ := strings.Cut(argument, " := "); !slices.Contains(namesTable, name) {
			for _, found := range listedColumns.FindAllStringSubmatch(value, -1) {
				if !slices.Contains(names, found[1]) {
					names = append(names, found[1])
				}
			}
		}
	}
	var columns []string
	for _, name := range names {
		columns = append(columns, fmt.Sprintf(`%s AS "%s"`, cells[c.IntN(len(cells))], name))
	}
	return literal(fmt.Sprintf("(SELECT %s FROM range(%d) r(i))", strings.Join(columns, ", "), c.IntN(20)))
}

func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// value returns an argument for a parameter.
func (c *publicCalls) value(p call.Param, given []string) string {
	pick := func(list []string) string { return list[c.IntN(len(list))] }
	switch n := c.IntN(10); {
	case n < 4 && len(c.arguments[p.Name]) > 0:
		return pick(c.arguments[p.Name])
	case n < 7 && slices.Contains(namesTable, p.Name):
		return c.table(given)
	case n < 8 && slices.Contains(namesTable, p.Name):
		return literal(nastyTable(c.Rand))
	case n < 7 && !strings.Contains(p.Type, "VARCHAR"):
		return pick(numbers)
	case n < 9 && p.Default != "":
		return p.Default
	}
	return pick(broken)
}

// statement returns a random call.
func (c *publicCalls) statement() string {
	f := c.functions[c.IntN(len(c.functions))]
	given := slices.Clone(f.given)
	for range c.IntN(7) {
		p := f.Params[c.IntN(len(f.Params))]
		given = slices.DeleteFunc(given, func(argument string) bool { return strings.HasPrefix(argument, p.Name+" := ") })
		if c.IntN(12) > 0 {
			given = append(given, p.Name+" := "+c.value(p, given))
		}
	}
	return f.before + f.Name + "(" + strings.Join(given, ", ") + ")" + f.after
}

// publicShare is the share of TestPublicCalls that a process of its own does: calls from a
// seed, and the file in which it says what it is about to do, or what came of all.
type publicShare struct {
	Seed  uint64
	Calls int
	File  string
}

// publicOutcome is what such a process says.
type publicOutcome struct {
	Statement                string // the last
	Answers, Errors, Stopped int
	Wrong                    []string
}

const publicVariable = "SKYLINE_TEST_PUBLIC_SHARE"

// callsOfProcess is how many calls one process does.
const callsOfProcess = 20_000

// TestPublicCalls calls public functions with small tables and random arguments, in
// several processes, two at once. What comes of a call is a result or an error; no process
// ends by it.
func TestPublicCalls(t *testing.T) {
	trials.Long(t)
	const seed = 11
	all, folder := trials.Calls(t, 240, 8_000), t.TempDir()
	var shares []publicShare
	for left := all; left > 0; {
		share := publicShare{Seed: uint64(len(shares)), Calls: min(left, max(all/2, 1), callsOfProcess)}
		share.File = filepath.Join(folder, fmt.Sprint(share.Seed))
		share.Seed += seed << 32
		shares, left = append(shares, share), left-share.Calls
	}
	var sum publicOutcome
	var lock sync.Mutex
	var workers sync.WaitGroup
	crashes := 0
	for w := range 2 {
		workers.Go(func() {
			for i := w; i < len(shares); i += 2 {
				outcome, err := shares[i].inProcess()
				lock.Lock()
				sum.Answers, sum.Errors, sum.Stopped = sum.Answers+outcome.Answers, sum.Errors+outcome.Errors, sum.Stopped+outcome.Stopped
				if err != nil {
					crashes++
					t.Errorf("seed %d: %v after\n%s", shares[i].Seed, err, outcome.Statement)
				}
				for _, wrong := range outcome.Wrong {
					t.Error(wrong)
				}
				t.Logf("process %d of %d: so far %d answers, %d errors, %d stopped, %d crashes", i+1, len(shares), sum.Answers, sum.Errors, sum.Stopped, crashes)
				lock.Unlock()
			}
		})
	}
	workers.Wait()
	if crashes == 0 && (sum.Answers < all/20 || sum.Errors < all/20 || sum.Stopped > all/1000+1) {
		t.Errorf("of %d calls %d had a result, %d an error, and %d took too long, which says little", all, sum.Answers, sum.Errors, sum.Stopped)
	}
}

// inProcess runs a share in a process of its own.
func (share publicShare) inProcess() (outcome publicOutcome, err error) {
	asked, err := json.Marshal(share)
	if err != nil {
		return outcome, err
	}
	child := osexec.Command(os.Args[0], "-test.run=^TestPublicCallsChild$", "-test.timeout=0")
	child.Env = append(os.Environ(), publicVariable+"="+string(asked))
	output, failure := child.CombinedOutput()
	if failure != nil {
		failure = fmt.Errorf("%w\n%s", failure, head(string(output)))
	}
	said, err := os.ReadFile(share.File)
	if err == nil {
		err = json.Unmarshal(said, &outcome)
	}
	return outcome, errors.Join(failure, err)
}

// longCall is the work after which a call is given up.
const longCall = 10 * time.Second

// TestPublicCallsChild does a share of TestPublicCalls.
func TestPublicCallsChild(t *testing.T) {
	asked := os.Getenv(publicVariable)
	if asked == "" {
		t.Skip("it is run by TestPublicCalls")
	}
	var share publicShare
	if err := json.Unmarshal([]byte(asked), &share); err != nil {
		t.Fatal(err)
	}
	var outcome publicOutcome
	say := func() {
		said, err := json.Marshal(outcome)
		if err == nil {
			err = os.WriteFile(share.File, said, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	db := openDB(t, "")
	exec(t, db, "SET threads = 1", "CREATE TABLE t AS SELECT 20 + i % 3 AS age, ['Flu', 'Cold'][1 + i % 2] AS disease FROM range(12) r(i)", "CREATE TABLE u AS SELECT 't' AS name, 20 AS age")
	c := newPublicCalls(t, rand.New(rand.NewPCG(share.Seed, 1)))
	for i := range share.Calls {
		outcome.Statement = c.statement()
		say()
		ctx, cancel := context.WithCancel(t.Context())
		stop := afterWork(t, longCall, cancel)
		err := drain(ctx, db, outcome.Statement)
		stop()
		stopped := ctx.Err() != nil
		cancel()
		switch {
		case err == nil:
			outcome.Answers++
		case stopped:
			outcome.Stopped++
		default:
			outcome.Errors++
			if message := err.Error(); strings.Contains(message, "INTERNAL") || strings.Contains(message, "internal error") || strings.Contains(message, "goroutine") || strings.Contains(message, "panic") {
				outcome.Wrong = append(outcome.Wrong, outcome.Statement+"\n"+message)
			}
		}
		if i%1000 == 0 {
			checkUsable(t, db)
		}
	}
	checkUsable(t, db)
	say()
}
