package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"skyline/ext"
	"skyline/sqlfuncs/host"

	"github.com/duckdb/duckdb-go/v2/mapping"
)

const (
	progressAfter = 2 * time.Second
	progressEvery = 200 * time.Millisecond
)

// prepareProgress makes DuckDB keep count of how far a query is, which it does
// only where it would also draw a bar of its own.
func (s *shell) prepareProgress() {
	if !isTerminal(s.stderr) {
		return
	}
	for _, setting := range []string{"SET enable_progress_bar = true", "SET enable_progress_bar_print = false"} {
		// Without it there is no progress to show, and nothing else is wrong.
		_, _ = s.conn.ExecContext(context.Background(), setting)
	}
}

// showProgress shows on a terminal how far the statement is that runs from now
// on, if it takes long. The function that it returns ends that and can be
// called more than once.
func (s *shell) showProgress() (stop func()) {
	raw, err := ext.RawConnection(s.conn)
	if err != nil || !isTerminal(s.stderr) {
		return func() {}
	}
	connection, started := mapping.Connection{Ptr: raw}, host.Started()
	done := make(chan struct{})
	var drawing sync.WaitGroup
	drawing.Go(func() {
		select {
		case <-done:
			return
		case <-time.After(progressAfter):
		}
		ticker := time.NewTicker(progressEvery)
		defer ticker.Stop()
		for start := time.Now().Add(-progressAfter); ; {
			line := progressLine{elapsed: time.Since(start)}
			// DuckDB does not know how far a computation of ours is.
			if line.function, line.percentage = host.Progress(started); line.function == "" {
				progress := mapping.QueryProgress(connection)
				line.percentage, _, _ = mapping.QueryProgressTypeMembers(&progress)
			} else {
				line.percentage *= 100
			}
			fmt.Fprint(s.stderr, "\r\x1b[K", line)
			select {
			case <-done:
				fmt.Fprint(s.stderr, "\r\x1b[K")
				return
			case <-ticker.C:
			}
		}
	})
	return sync.OnceFunc(func() {
		close(done)
		drawing.Wait()
	})
}

// progressLine says how far a statement is.
type progressLine struct {
	function string // what computes; "" while DuckDB reads or writes
	// percentage is not positive where nothing is known, or nothing is done.
	percentage float64
	elapsed    time.Duration
}

func (p progressLine) String() string {
	const width = 40
	what := "running"
	if p.function != "" {
		what = p.function + " computes"
	}
	what = fmt.Sprintf("%s, %d s", what, int(p.elapsed.Seconds()))
	if p.percentage <= 0 {
		return what
	}
	percentage := min(p.percentage, 100)
	filled := int(percentage / 100 * width)
	return fmt.Sprintf("%3.0f %% ▕%s%s▏ %s", percentage, strings.Repeat("█", filled), strings.Repeat(" ", width-filled), what)
}
