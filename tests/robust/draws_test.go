package robust

import (
	"context"
	"fmt"
	"os"
	osexec "os/exec" // the package has a helper of that name
	"strings"
	"sync"
	"testing"

	"skyline/tests/trials"
)

const (
	onceTable = "CREATE TABLE people AS SELECT range AS id, range % 5 AS disease FROM range(1000)"
	onceDraw  = "SELECT count(*), string_agg(id || ' ' || group_id, ';') FROM anatomize('people', ['id'], 'disease', diversity := 3, seed := 'once')"
)

// drawOnce returns a draw of 1000 people as a text.
func drawOnce(ctx context.Context, db queryer) (string, error) {
	var n int
	var draw string
	if err := db.QueryRowContext(ctx, onceDraw).Scan(&n, &draw); err != nil {
		return "", err
	}
	if n != 1000 {
		return "", fmt.Errorf("the draw has %d rows, want 1000", n)
	}
	return draw, nil
}

// TestOnceConnections draws in several connections at once, two to each database: all
// have the same draw, also where the secret is made for all of them.
func TestOnceConnections(t *testing.T) {
	t.Parallel()
	draws := make([]string, 8)
	var wait sync.WaitGroup
	for i := 0; i < len(draws); i += 2 {
		db := openDB(t, "")
		db.SetMaxOpenConns(2)
		exec(t, db, onceTable)
		for j := i; j < i+2; j++ {
			conn, err := db.Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			wait.Go(func() {
				var err error
				if draws[j], err = drawOnce(t.Context(), conn); err != nil {
					t.Error(err)
				}
			})
		}
	}
	wait.Wait()
	for i, draw := range draws {
		if draw != draws[0] {
			t.Errorf("draw %d is another than the first", i)
		}
	}
}

// onceVariable says that this is a child of TestOnceProcesses.
const onceVariable = "SKYLINE_TEST_ONCE"

// TestOnceProcesses draws in other processes: equal by chance with a probability below
// 1/1000!.
func TestOnceProcesses(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	if os.Getenv(onceVariable) != "" {
		db := openDB(t, "")
		exec(t, db, onceTable)
		draw, err := drawOnce(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println("draw:", draw)
		return
	}
	draw := func() string {
		child := osexec.Command(os.Args[0], "-test.run=^TestOnceProcesses$")
		child.Env = append(os.Environ(), onceVariable+"=1")
		output, err := child.Output()
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(output)) {
			if draw, ok := strings.CutPrefix(line, "draw: "); ok {
				return draw
			}
		}
		t.Fatalf("the child drew nothing: %s", output)
		return ""
	}
	one, other := draw(), draw()
	if one == other {
		t.Error("two processes draw equally")
	}
}
