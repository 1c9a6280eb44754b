// Command benchmark measures the same statements in a Go program, in Python and
// in Node, in turn, on one database file of 10 million rows:
//
//	go run ./tests/hosts/benchmark [-rounds N] [-python PYTHON] [-node FOLDER]
//
// PYTHON is an interpreter that has the package duckdb, FOLDER one that has the
// package @duckdb/node-api in it; tests/hosts/run makes both. Use versions that
// are that of the Go program, if it is the hosts and not DuckDB that is to be
// compared. The times are those of the host's own clock, in ms; what matters is
// the ratio to the Go program.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"skyline/ext"
)

// rows and the columns are those of tests/benchmarks.
const create = `CREATE TABLE people AS SELECT
	'age ' || hash(range) % 100 AS age, 'sex ' || hash(range * 7 + 1) % 2 AS sex,
	'zip code ' || hash(range * 3 + 5) % 40 AS zip, 'education ' || hash(range * 13 + 5) % 16 AS education,
	'race ' || hash(range * 17 + 5) % 4 AS race, 'disease ' || hash(range * 11 + 3) % 14 AS disease
	FROM range(10000000)`

// statements are what is timed, by name. Each returns one number.
var statements = map[string]string{
	"group by":      "SELECT count(*) FROM (SELECT age, sex, zip, education, race, disease, count(*) AS n FROM people GROUP BY ALL) WHERE n > 0",
	"skyline_check": "SELECT sum(breach)::VARCHAR FROM skyline_check('people', ['age', 'sex', 'zip', 'education', 'race'], 'disease', l := 1, k := 3, m := 1)",
	"three columns": "SELECT sum(breach)::VARCHAR FROM skyline_check('people', ['sex', 'education', 'race'], 'disease', l := 1, k := 3, m := 1)",
	"small":         "SELECT sum(breach)::VARCHAR FROM skyline_check('(FROM people LIMIT 1000)', ['age', 'sex'], 'disease')",
}

// measurement is what a host says: the milliseconds of each run of each
// statement, what it returned, and the milliseconds of LOAD.
type measurement struct {
	Version string
	Load    float64
	Times   map[string][]float64
	Results map[string]string
}

func main() {
	rounds := flag.Int("rounds", 3, "how often each host has its turn; in each it runs every statement twice")
	python := flag.String("python", "", "a Python interpreter")
	node := flag.String("node", "", "a folder with @duckdb/node-api")
	extension := flag.String("extension", filepath.Join("build", "skyline.duckdb_extension"), "what the hosts load")
	flag.Parse()
	if err := compare(*rounds, *python, *node, *extension); err != nil {
		fmt.Fprintln(os.Stderr, "benchmark:", err)
		os.Exit(1)
	}
}

func compare(rounds int, python, node, extension string) (err error) {
	folder, err := os.MkdirTemp("", "skyline-hosts-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	path := filepath.Join(folder, "people.db")
	if err := withDB(path, func(db *sql.DB) error {
		_, err := db.ExecContext(context.Background(), create)
		return err
	}); err != nil {
		return err
	}
	if extension, err = filepath.Abs(extension); err != nil {
		return err
	}
	asked, err := json.Marshal(map[string]any{"path": path, "extension": extension, "statements": statements})
	if err != nil {
		return err
	}

	hosts := []host{{"Go", func() (measurement, error) { return inProcess(path) }}}
	here := filepath.Join("tests", "hosts", "benchmark")
	if python != "" {
		hosts = append(hosts, host{"Python", func() (measurement, error) { return child(asked, python, filepath.Join(here, "host.py")) }})
	}
	if node != "" {
		hosts = append(hosts, host{"Node", func() (measurement, error) { return child(asked, "node", filepath.Join(here, "host.mjs"), node) }})
	}
	all := make([]measurement, len(hosts))
	for range rounds {
		for i, h := range hosts {
			m, err := h.measure()
			if err != nil {
				return fmt.Errorf("%s: %w", h.name, err)
			}
			all[i].add(m)
		}
	}
	return report(hosts, all)
}

type host struct {
	name    string
	measure func() (measurement, error)
}

func (m *measurement) add(n measurement) {
	if m.Times == nil {
		m.Times = map[string][]float64{}
	}
	m.Version, m.Load, m.Results = n.Version, n.Load, n.Results
	for name, times := range n.Times {
		m.Times[name] = append(m.Times[name], times...)
	}
}

// child runs a host's program, which reads what to do from its standard input
// and writes a measurement.
func child(asked []byte, name string, args ...string) (m measurement, err error) {
	command := exec.Command(name, args...)
	command.Stderr = os.Stderr
	input, err := command.StdinPipe()
	if err != nil {
		return m, err
	}
	go func() {
		defer input.Close()
		_, _ = input.Write(asked) // a program that does not read it fails by itself
	}()
	output, err := command.Output()
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(output, &m)
}

func inProcess(path string) (measurement, error) {
	m := measurement{Times: map[string][]float64{}, Results: map[string]string{}}
	start := time.Now()
	err := withDB(path, func(db *sql.DB) error {
		if err := db.QueryRow("SELECT version()").Scan(&m.Version); err != nil {
			return err
		}
		m.Load = milliseconds(start)
		for range 2 {
			for name, statement := range statements {
				start := time.Now()
				var result string
				if err := db.QueryRow(statement).Scan(&result); err != nil {
					return err
				}
				m.Times[name] = append(m.Times[name], milliseconds(start))
				m.Results[name] = result
			}
		}
		return nil
	})
	return m, err
}

func milliseconds(start time.Time) float64 {
	return float64(time.Since(start)) / float64(time.Millisecond)
}

func withDB(path string, use func(db *sql.DB) error) error {
	connector, err := ext.NewConnector(path)
	if err != nil {
		return err
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	return use(db)
}

func report(hosts []host, all []measurement) error {
	for i, h := range hosts {
		what := "opening, functions made"
		if i > 0 {
			what = "LOAD"
		}
		fmt.Printf("%s: DuckDB %s, %s %.1f ms\n", h.name, all[i].Version, what, all[i].Load)
	}
	for _, name := range slices.Sorted(maps.Keys(statements)) {
		base := median(all[0].Times[name])
		fmt.Printf("%-14s", name)
		for i, h := range hosts {
			if all[i].Results[name] != all[0].Results[name] {
				return fmt.Errorf("%s: %s has %s, Go %s", name, h.name, all[i].Results[name], all[0].Results[name])
			}
			took := median(all[i].Times[name])
			fmt.Printf("  %s %8.1f ms (%.2f)", h.name, took, took/base)
		}
		fmt.Println()
	}
	return nil
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
