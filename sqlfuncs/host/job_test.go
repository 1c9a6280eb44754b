package host

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"skyline/engine/progress"
)

func column(n int64) Column { return Column{Len: 1, Int64s: []int64{n}} }

func mustStart(t *testing.T, r Run) int64 {
	t.Helper()
	handle, err := startJob("k", "f", r)
	if err != nil {
		t.Fatal(err)
	}
	return handle
}

func waitDone(t *testing.T, id int64) {
	t.Helper()
	for {
		done, err := waitJob(id)
		if err != nil {
			t.Fatal(err)
		}
		if done {
			return
		}
	}
}

func TestJob(t *testing.T) {
	id := mustStart(t, func(context.Context) (Column, error) { return column(7), nil })
	waitDone(t, id)
	if _, err := takeJob("another", id); !errors.Is(err, errNoJob) {
		t.Errorf("taking a job of another kernel = %v, want errNoJob", err)
	}
	got, err := takeJob("k", id)
	if err != nil || got.Int64s[0] != 7 {
		t.Errorf("takeJob = %v, %v; want 7", got, err)
	}
	if _, err := takeJob("k", id); !errors.Is(err, errNoJob) {
		t.Errorf("taking a job twice = %v, want errNoJob", err)
	}
}

// TestJobPanics: a panic is an error of the query, without the panic's value.
func TestJobPanics(t *testing.T) {
	for _, value := range []any{"somebody's diagnosis", errors.New("somebody's diagnosis")} {
		id := mustStart(t, func(context.Context) (Column, error) { panic(value) })
		waitDone(t, id)
		_, err := takeJob("k", id)
		if err == nil || !strings.HasPrefix(err.Error(), "f: internal error") || strings.Contains(err.Error(), "diagnosis") {
			t.Errorf("takeJob = %v", err)
		}
	}
	id := mustStart(t, func(context.Context) (Column, error) {
		return column(int64(make([]int, 3)[time.Now().Year()])), nil
	})
	waitDone(t, id)
	if _, err := takeJob("k", id); err == nil || !strings.Contains(err.Error(), "index out of range") {
		t.Errorf("takeJob = %v", err)
	}
}

// TestJobStandsStill: a job that nobody waits for stops where it looks at its
// context, and goes on when somebody waits again.
func TestJobStandsStill(t *testing.T) {
	steps := make(chan struct{}, 1<<20)
	id := mustStart(t, func(ctx context.Context) (Column, error) {
		for {
			if err := ctx.Err(); err != nil {
				return Column{}, err
			}
			steps <- struct{}{}
			time.Sleep(time.Millisecond)
		}
	})
	// The last step may have been on its way.
	time.Sleep(grace + 300*time.Millisecond)
	before := len(steps)
	time.Sleep(300 * time.Millisecond)
	after := len(steps)
	if after > before+1 {
		t.Errorf("the job took %d steps while nobody waited", after-before)
	}
	for len(steps) <= after+1 {
		if done, err := waitJob(id); done || err != nil {
			t.Fatalf("waitJob = %v, %v", done, err)
		}
	}
	dropJob(id)
	if _, err := waitJob(id); !errors.Is(err, errNoJob) {
		t.Errorf("waitJob after dropJob = %v, want errNoJob", err)
	}
}

func TestProgress(t *testing.T) {
	before := Started()
	reported, end := make(chan struct{}), make(chan struct{})
	id := mustStart(t, func(ctx context.Context) (Column, error) {
		progress.Report(ctx, 1, 4)
		progress.Report(ctx, 1, 8) // known later, and less
		close(reported)
		<-end
		return column(7), nil
	})
	<-reported
	if function, share := Progress(before); function != "f" || share != 0.25 {
		t.Errorf("Progress = %q, %v, want f, 0.25", function, share)
	}
	if function, _ := Progress(Started()); function != "" {
		t.Errorf("Progress = %q of what was started later, want nothing", function)
	}
	close(end)
	waitDone(t, id)
	if _, err := takeJob("k", id); err != nil {
		t.Fatal(err)
	}
	if function, share := Progress(before); function != "" || share != 0 {
		t.Errorf("Progress = %q, %v without a job, want nothing", function, share)
	}
}

// TestTooManyJobs: results that nobody takes are limited; what is taken makes room.
func TestTooManyJobs(t *testing.T) {
	var handles []int64
	var err error
	for err == nil {
		var handle int64
		handle, err = startJob("k", "f", func(context.Context) (Column, error) { return column(7), nil })
		if err == nil {
			handles = append(handles, handle)
		}
		if len(handles) > maxJobs {
			break
		}
	}
	if !errors.Is(err, errTooManyJobs) || !strings.HasPrefix(err.Error(), "f: at most") {
		t.Errorf("job %d = %v, want errTooManyJobs", len(handles)+1, err)
	}
	for _, handle := range handles {
		dropJob(handle)
	}
	dropJob(mustStart(t, func(context.Context) (Column, error) { return column(7), nil }))
}

// TestTakeUnfinished: a job that is taken before it is done goes on, and does not stand
// still until it is given up.
func TestTakeUnfinished(t *testing.T) {
	handle := mustStart(t, func(ctx context.Context) (Column, error) {
		time.Sleep(grace + 100*time.Millisecond)
		return column(7), ctx.Err()
	})
	if _, err := takeJob("k", handle); err != nil {
		t.Errorf("takeJob = %v", err)
	}
}

// TestForgetIdleJobs: where memory runs out, jobs go that nobody has waited for in a while. Without
// need they stay: another job of their statement may take minutes before it is their turn.
func TestForgetIdleJobs(t *testing.T) {
	for ago, stays := range map[time.Duration]bool{0: true, idleKept / 2: true, 2 * idleKept: false} {
		handle, err := startJob("idle", "idle", func(context.Context) (Column, error) { return Column{}, nil })
		if err != nil {
			t.Fatal(err)
		}
		j, err := findJob(handle)
		if err != nil {
			t.Fatal(err)
		}
		j.asked.Store(now() - int64(ago))
		forgetIdle()
		if _, err := findJob(handle); (err == nil) != stays {
			t.Errorf("not waited for in %v: %v, want it kept: %v", ago, err, stays)
		}
		dropJob(handle)
	}
	if forget < forgetKept {
		t.Errorf("a job is forgotten after %v, before what it reads", forget)
	}
}
