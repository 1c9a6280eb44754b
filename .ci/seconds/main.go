// Command seconds says where the time of tests goes, by package and by test.
//
//	go build -o build/seconds ./.ci/seconds
//	go test -json -exec "$PWD/build/seconds -note $PWD/build/cpu" ./... | build/seconds -cpu build/cpu
//
// A package's seconds are processor time, which does not depend on what else the machine does;
// those of a test are by the clock, as go test has no others, and include waits for other tests.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	note := flag.String("note", "", "run a test binary, for go test -exec, and add its processor time to this `file`")
	cpu := flag.String("cpu", "", "the `file` that -note has written; without it, packages have seconds by the clock")
	least := flag.Float64("least", 1, "tests of fewer `seconds` are left out")
	flag.Parse()
	var err error
	if *note != "" {
		err = run(*note, flag.Args())
	} else {
		err = summarize(os.Stdin, os.Stdout, *cpu, *least)
	}
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		os.Exit(failed.ExitCode())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "seconds:", err)
		os.Exit(1)
	}
}

// run runs a test binary and notes what it took. Go runs it in the folder of its package.
func run(file string, command []string) error {
	if len(command) == 0 {
		return errors.New("-note needs a test binary, which go test -exec gives")
	}
	test := exec.Command(command[0], command[1:]...)
	test.Stdin, test.Stdout, test.Stderr = os.Stdin, os.Stdout, os.Stderr
	failed := test.Run()
	if test.ProcessState == nil {
		return failed
	}
	folder, err := os.Getwd()
	if err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	spent := test.ProcessState.UserTime() + test.ProcessState.SystemTime()
	_, err = fmt.Fprintf(f, "%.2f %s\n", spent.Seconds(), filepath.ToSlash(folder))
	return errors.Join(failed, err, f.Close())
}

// event is a line of go test -json.
type event struct {
	Action, Package, Test string
	Elapsed               float64
}

// summarize writes two tables in Markdown: of packages, and of tests that are not quick.
func summarize(in io.Reader, out io.Writer, cpu string, least float64) error {
	packages, tests := map[string]float64{}, map[string]float64{}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil || e.Elapsed == 0 {
			continue // what the go command says of builds is no JSON
		}
		switch {
		case e.Test == "":
			packages[e.Package] = e.Elapsed
		case e.Elapsed >= least:
			tests[e.Package+" "+e.Test] = e.Elapsed
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	kind := "seconds by the clock"
	if cpu != "" {
		text, err := os.ReadFile(cpu)
		if err != nil {
			return err
		}
		kind = "seconds of processor time"
		packages = spent(packages, string(text))
	}
	return errors.Join(table(out, "package", kind, packages), table(out, "test", "seconds by the clock", tests))
}

// spent are the packages' seconds of processor time. The file has folders, which end in a
// package's path behind its module's.
func spent(packages map[string]float64, text string) map[string]float64 {
	seconds := map[string]float64{}
	for line := range strings.Lines(text) {
		var s float64
		var folder string
		if _, err := fmt.Sscan(line, &s, &folder); err != nil {
			continue
		}
		name := ""
		for p := range packages {
			_, path, _ := strings.Cut(p, "/")
			if strings.HasSuffix(folder, "/"+path) && len(p) > len(name) {
				name = p
			}
		}
		seconds[cmp.Or(name, folder)] += s
	}
	return seconds
}

func table(out io.Writer, what, kind string, seconds map[string]float64) error {
	all := 0.0
	for _, s := range seconds {
		all += s
	}
	names := slices.SortedFunc(maps.Keys(seconds), func(a, b string) int {
		return cmp.Or(cmp.Compare(seconds[b], seconds[a]), cmp.Compare(a, b))
	})
	_, err := fmt.Fprintf(out, "| %s | %s, %.0f in all |\n|---|---:|\n", what, kind, all)
	for _, name := range names {
		if err == nil {
			_, err = fmt.Fprintf(out, "| %s | %.1f |\n", name, seconds[name])
		}
	}
	return err
}
