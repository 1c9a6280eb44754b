package sqlfuncs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// A kernel may compute for long, and DuckDB looks for an interrupt only between
// its calls; the stable C API has no way to ask for one during a call. So a
// kernel runs as a job: one call starts it, a recursive CTE calls
// __skyline_wait again and again, each time for a moment, and another call takes
// the result. When the query ends early, nobody waits any more, and the job
// stops where it looks at its context next. This needs nothing of the host.

const (
	// waitFor is how long one call waits for a job.
	waitFor = 10 * time.Millisecond
	// grace is how long a job goes on while nobody waits for it. After that it
	// stands still: the query has probably ended, but the host may only be slow.
	grace = 300 * time.Millisecond
	// forget is when a job that nobody has waited for is given up and freed.
	forget = time.Minute
)

// run computes a result; it looks at ctx often enough to stop within a moment.
type run func(ctx context.Context) (Column, error)

// job is a running or finished kernel. It is the context that its run gets.
type job struct {
	context.Context
	function string
	done     chan struct{} // closed when result and err are set
	result   Column
	err      error

	asked   atomic.Int64 // when it was last waited for, in ns of the monotonic clock
	waiting atomic.Int32 // calls that are waiting now
	// progress is how much of it is done, as the bits of a float64, for those who look
	// on; 0 where it does not say.
	progress atomic.Uint64
	abandon  *time.Timer
	stop     context.CancelFunc
}

// jobs holds the jobs whose results have not been taken.
var jobs = struct {
	sync.Mutex
	last int64
	byID map[int64]*job
}{byID: map[int64]*job{}}

var errNoJob = errors.New("the computation was given up because its query stood still for a minute; run the query again")

var started = time.Now()

func now() int64 { return int64(time.Since(started)) }

// startJob runs a kernel in the background and returns its number.
func startJob(function string, r run) int64 {
	ctx, stop := context.WithCancel(context.Background())
	j := &job{Context: ctx, function: function, done: make(chan struct{}), stop: stop}
	j.asked.Store(now())
	jobs.Lock()
	jobs.last++
	id := jobs.last
	jobs.byID[id] = j
	jobs.Unlock()
	j.abandon = time.AfterFunc(forget, func() { dropJob(id) })
	go j.run(r)
	return id
}

func (j *job) run(r run) {
	defer close(j.done)
	defer RecoverTo(&j.err, j.function)
	debug.SetPanicOnFault(true)
	j.result, j.err = r(j)
}

// Err reports whether the job is to stop. While nobody waits for the job it does
// not return, so an interrupted query takes no more of the machine.
func (j *job) Err() error {
	for j.Context.Err() == nil && j.waiting.Load() == 0 && now()-j.asked.Load() > int64(grace) {
		time.Sleep(waitFor)
	}
	return j.Context.Err()
}

// Progress notes how far the job is, for Progress of the package. It does not fall.
func (j *job) Progress(done, total float64) {
	share := min(done/total, 1)
	for {
		before := j.progress.Load()
		if !(share > math.Float64frombits(before)) || j.progress.CompareAndSwap(before, math.Float64bits(share)) {
			return
		}
	}
}

// Started returns the number of computations that have been started so far, for
// Progress.
func Started() int64 {
	jobs.Lock()
	defer jobs.Unlock()
	return jobs.last
}

// Progress returns the SQL function that computes now, of those started since so many
// had been, and how far it is, as a share in [0, 1]; 0 where it does not say. The function
// is "" where none computes: DuckDB is at work.
func Progress(since int64) (function string, share float64) {
	jobs.Lock()
	defer jobs.Unlock()
	for id, j := range jobs.byID {
		if id > since {
			since, function, share = id, j.function, math.Float64frombits(j.progress.Load())
		}
	}
	return function, share
}

func findJob(id int64) (*job, error) {
	jobs.Lock()
	defer jobs.Unlock()
	j, ok := jobs.byID[id]
	if !ok {
		return nil, errNoJob
	}
	return j, nil
}

func dropJob(id int64) {
	jobs.Lock()
	j, ok := jobs.byID[id]
	delete(jobs.byID, id)
	jobs.Unlock()
	if ok {
		j.abandon.Stop()
		j.stop()
	}
}

// waitJob waits a moment for a job and reports whether it is done.
func waitJob(id int64) (bool, error) {
	j, err := findJob(id)
	if err != nil {
		return false, err
	}
	j.waiting.Add(1)
	defer j.waiting.Add(-1)
	j.abandon.Reset(forget)
	defer func() { j.asked.Store(now()) }()
	select {
	case <-j.done:
		return true, nil
	case <-time.After(waitFor):
		return false, nil
	}
}

// takeJob returns the result of a job that is done, and forgets the job.
func takeJob(id int64) (Column, error) {
	j, err := findJob(id)
	if err != nil {
		return Column{}, err
	}
	<-j.done
	dropJob(id)
	return j.result, j.err
}

// waitScalar is __skyline_wait(job): whether a job is done, after a moment.
func waitScalar() Scalar {
	return Scalar{
		Name:     "__skyline_wait",
		Params:   []Type{{Kind: Bigint}},
		Result:   Type{Kind: Boolean},
		Volatile: true,
		Call: func(args []Column, rows int) (Column, error) {
			done := make([]bool, rows)
			for i := range done {
				if args[0].IsNull(i) {
					return Column{}, fmt.Errorf("__skyline_wait: job must not be NULL")
				}
				var err error
				if done[i], err = waitJob(args[0].Int64s[i]); err != nil {
					return Column{}, err
				}
			}
			return Column{Len: rows, Bools: done}, nil
		},
	}
}

// startScalar returns the function that starts a job for each row, with what read
// makes of the row's arguments, and returns its number.
func startScalar(name, function string, params []Type, read func(args []Column, row int) (run, error)) Scalar {
	return Scalar{
		Name:     name,
		Params:   params,
		Result:   Type{Kind: Bigint},
		Volatile: true,
		Call: func(args []Column, rows int) (Column, error) {
			ids := make([]int64, rows)
			for row := range ids {
				r, err := read(args, row)
				if err != nil {
					return Column{}, err
				}
				ids[row] = startJob(function, r)
			}
			return Column{Len: rows, Int64s: ids}, nil
		},
	}
}

// takeScalar returns the function that hands over the result of a job: a list of
// structs.
func takeScalar(name string, fields []Field) Scalar {
	return Scalar{
		Name:     name,
		Params:   []Type{{Kind: Bigint}},
		Result:   ListOf(Type{Kind: Struct, Fields: fields}),
		Volatile: true,
		Call: func(args []Column, rows int) (Column, error) {
			// Several jobs at once come from a correlated subquery.
			lists := Column{Len: rows, Elem: &Column{Fields: make([]Column, len(fields))}}
			for i := range rows {
				if args[0].IsNull(i) {
					return Column{}, fmt.Errorf("%s: job must not be NULL", name)
				}
				elements, err := takeJob(args[0].Int64s[i])
				if err != nil {
					return Column{}, err
				}
				lists.Elem.extend(&elements)
				lists.Ends = append(lists.Ends, lists.Elem.Len)
			}
			return lists, nil
		},
	}
}
