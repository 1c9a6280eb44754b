// Command outofcore measures what statements take of a Parquet file of growing size, each
// in a process of its own, which may not keep the table in memory:
//
//	go run ./tests/benchmarks/outofcore [-rows 1000000,10000000] [-cells few,many] [-only check,search] [-limit 4GB] [-repeat 1] [-dir FOLDER]
//
// A size is written once into the folder, and is kept there: 10 million rows take 80 MB, and what is released of
// them as much again. For each statement it prints processor time of all threads and the peak of the process's memory,
// and both against the GROUP BY of the same columns. What the empty process takes, with the
// hierarchies and a recipe, is the first line; it is in the peaks, but not in the times.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	var o options
	rows := flag.String("rows", "1000000,10000000", "the sizes of the tables, in rows")
	cells := flag.String("cells", "few,many", "few: 32,256 combinations of values; many: 22.4 million, as far as there are people")
	only := flag.String("only", "", "which statements to measure beside the GROUP BY, by name; empty: all")
	flag.StringVar(&o.limit, "limit", "4GB", "DuckDB's memory_limit")
	flag.IntVar(&o.repeat, "repeat", 1, "how often each statement is run, in turn; the table has the medians")
	flag.StringVar(&o.dir, "dir", filepath.Join(os.TempDir(), "skyline-outofcore"), "where the tables are")
	flag.StringVar(&o.shell, "shell", "", "Skyline's shell; empty: that of ext/skyline is built")
	flag.Parse()
	o.only = split(*only)
	if err := o.measure(split(*rows), split(*cells)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type options struct {
	limit, dir, shell string
	repeat            int
	only              []string
}

func split(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

// measure prints a table for each size and number of cells.
func (o *options) measure(rows, cells []string) error {
	if o.repeat < 1 {
		return errors.New("outofcore: -repeat must be at least 1")
	}
	if err := os.MkdirAll(o.dir, 0o755); err != nil {
		return err
	}
	if o.shell == "" {
		o.shell = filepath.Join(o.dir, "skyline")
		build := exec.Command("go", "build", "-o", o.shell, "skyline/ext/skyline")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("outofcore: the shell was not built: %w", err)
		}
	}
	for _, size := range rows {
		n, err := strconv.ParseFloat(size, 64)
		if err != nil || n < 1 || n != float64(int64(n)) {
			return fmt.Errorf("outofcore: -rows must be whole numbers, got %q", size)
		}
		table, err := o.table(int64(n))
		if err != nil {
			return err
		}
		for _, name := range cells {
			w, ok := workloads[name]
			if !ok {
				return fmt.Errorf("outofcore: -cells must be few or many, got %q", name)
			}
			fmt.Printf("%d rows, %s cells\n\n| | processor time | against GROUP BY | peak memory | against GROUP BY |\n|---|---|---|---|---|\n", int64(n), name)
			if err := o.compare(table, w); err != nil {
				return err
			}
			fmt.Println()
		}
	}
	return nil
}

// table returns the file of so many people, which it writes if it is not there.
func (o *options) table(n int64) (string, error) {
	path := filepath.Join(o.dir, fmt.Sprintf("people%d.parquet", n))
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	written := path + ".part"
	if _, err := o.run(fmt.Sprintf("COPY (%s) TO '%s' (FORMAT parquet)", strings.ReplaceAll(people, "{n}", strconv.FormatInt(n, 10)), written)); err != nil {
		return "", err
	}
	return path, os.Rename(written, path)
}

// usage is what a process has taken.
type usage struct {
	cpu  time.Duration
	peak int64 // in bytes
}

// compare prints what the statements of a workload take of a table. They are run in turn.
func (o *options) compare(table string, w workload) error {
	statements := slices.DeleteFunc(w.statements(filepath.Join(o.dir, "released.parquet")), func(s statement) bool {
		return len(o.only) > 0 && s.name != empty && s.name != grouped && !slices.Contains(o.only, s.name)
	})
	setup := fmt.Sprintf("CREATE TEMP VIEW people AS FROM read_parquet('%s');%s;CREATE TEMP TABLE recipe AS FROM %s;", table, hierarchies, w.recipe())
	taken := make([][]usage, len(statements))
	for range o.repeat {
		for i, s := range statements {
			u, err := o.run(setup + s.sql)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			taken[i] = append(taken[i], u)
		}
	}
	var nothing, floor usage
	for i, s := range statements {
		u := medians(taken[i])
		switch u.cpu -= nothing.cpu; s.name {
		case empty:
			nothing = u
		case grouped:
			floor = u
		}
		against := func(x, y float64) string {
			if y <= 0 || s.name == empty {
				return ""
			}
			return fmt.Sprintf("%.1f×", x/y)
		}
		fmt.Printf("| %s | %.2f s | %s | %.0f MB | %s |\n", s.name, u.cpu.Seconds(), against(u.cpu.Seconds(), floor.cpu.Seconds()),
			float64(u.peak)/1e6, against(float64(u.peak), float64(floor.peak)))
	}
	return nil
}

func medians(of []usage) usage {
	var cpu []time.Duration
	var peak []int64
	for _, u := range of {
		cpu, peak = append(cpu, u.cpu), append(peak, u.peak)
	}
	slices.Sort(cpu)
	slices.Sort(peak)
	return usage{cpu[len(cpu)/2], peak[len(peak)/2]}
}

// run runs statements in a process of their own.
func (o *options) run(sql string) (usage, error) {
	command := exec.Command(o.shell, "-c", fmt.Sprintf("SET memory_limit = '%s'; SET temp_directory = '%s';", o.limit, filepath.Join(o.dir, "spilled")), "-c", sql)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	if err := command.Run(); err != nil {
		return usage{}, fmt.Errorf("%w: %s", err, stderr.String())
	}
	taken := command.ProcessState.SysUsage().(*syscall.Rusage)
	// Maxrss is in kilobytes on Linux. This process, which a child is a copy of before it
	// becomes the shell, is smaller than any shell.
	return usage{command.ProcessState.UserTime() + command.ProcessState.SystemTime(), taken.Maxrss * 1024}, nil
}
