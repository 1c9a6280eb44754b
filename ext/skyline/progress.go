package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"skyline/ext"
	"skyline/sqlfuncs"

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
	connection := mapping.Connection{Ptr: raw}
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
			progress := mapping.QueryProgress(connection)
			percentage, _, _ := mapping.QueryProgressTypeMembers(&progress)
			// DuckDB does not know how far a computation of ours is.
			if share := sqlfuncs.Progress(); share > 0 {
				percentage = 100 * share
			}
			drawProgress(s.stderr, percentage, time.Since(start))
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

// drawProgress draws a line over the one before. The percentage is negative
// where DuckDB has none.
func drawProgress(w io.Writer, percentage float64, elapsed time.Duration) {
	const width = 40
	if percentage < 0 {
		fmt.Fprintf(w, "\r\x1b[Krunning for %d s", int(elapsed.Seconds()))
		return
	}
	filled := int(min(percentage, 100) / 100 * width)
	fmt.Fprintf(w, "\r\x1b[K%3.0f %% ▕%s%s▏ %d s", min(percentage, 100),
		strings.Repeat("█", filled), strings.Repeat(" ", width-filled), int(elapsed.Seconds()))
}
