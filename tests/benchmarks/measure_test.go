//go:build benchmarks

package benchmarks

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// run runs a query that returns a number.
func run(b *testing.B, conn *sql.Conn, query string) {
	b.Helper()
	var count int64
	if err := conn.QueryRowContext(context.Background(), query).Scan(&count); err != nil {
		b.Fatal(err)
	}
}

// floor is a query that another is measured by, and what their ratio is called.
type floor struct{ query, metric string }

// against reports how much more processor time one query takes than another, and than
// more: the ratios of the medians of runs in turn, of all threads; and how much it takes by
// itself. A busy machine stretches the time of the clock.
func against(b *testing.B, conn *sql.Conn, query, other, metric string, more ...floor) {
	b.Helper()
	floors := append([]floor{{other, metric}}, more...)
	for _, f := range floors {
		run(b, conn, f.query)
	}
	run(b, conn, query)
	var took []time.Duration
	floorsTook := make([][]time.Duration, len(floors))
	for b.Loop() {
		for i, f := range floors {
			floorsTook[i] = append(floorsTook[i], cpu(b, conn, f.query))
		}
		profile(b, "enable")
		took = append(took, cpu(b, conn, query))
		profile(b, "disable")
	}
	for i, f := range floors {
		b.ReportMetric(median(took).Seconds()/median(floorsTook[i]).Seconds(), f.metric)
	}
	b.ReportMetric(median(took).Seconds(), "cpu-s/statement")
}

// profile tells perf, if it waits for that, to enable or to disable its counting, and waits
// until it has: SKYLINE_PERF is the folder of the FIFOs for that. So what is profiled is one
// query alone; see profile.sh.
func profile(b *testing.B, command string) {
	b.Helper()
	folder := os.Getenv("SKYLINE_PERF")
	if folder == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(folder, "control"), []byte(command+"\n"), 0); err != nil {
		b.Fatal(err)
	}
	done, err := os.Open(filepath.Join(folder, "done"))
	if err != nil {
		b.Fatal(err)
	}
	defer done.Close()
	if _, err := done.Read(make([]byte, 16)); err != nil {
		b.Fatal(err)
	}
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

// cpu returns how much processor time a query takes, of all threads.
func cpu(b *testing.B, conn *sql.Conn, query string) time.Duration {
	b.Helper()
	before := processTime(b)
	run(b, conn, query)
	return processTime(b) - before
}

func processTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
