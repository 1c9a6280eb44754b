package host

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
	// waitFor is how long one call waits for a job. DuckDB's clients look for a signal only after
	// a slice of a query's tasks, in which such a call comes 50 to 80 times: Ctrl-C takes half a
	// second so. It is also short enough for many jobs at once: each is to be waited for again
	// before it is forgotten.
	waitFor = 10 * time.Millisecond
	// grace is how long a job goes on while nobody waits for it. After that it
	// stands still: the query has probably ended, but the host may only be slow.
	grace = 300 * time.Millisecond
	// forget is when a job that nobody has waited for is given up and freed. DuckDB waits for the jobs
	// of a statement one after the other, and the first of a large table may take minutes. Where memory
	// runs out it is sooner: see idleKept.
	forget = 10 * time.Minute
)

// Run computes a result; it looks at ctx often enough to stop within a moment.
type Run func(ctx context.Context) (Column, error)

// job is a running or finished kernel. It is the context that its run gets.
type job struct {
	context.Context
	kernel   string        // the kernel that it runs, whose shape its result has
	function string        // the SQL function that it runs for
	number   int64         // how many were started, with it
	done     chan struct{} // closed when result and err are set
	result   Column
	err      error

	asked   atomic.Int64 // when it was last waited for, in ns of the monotonic clock
	waiting atomic.Int32 // calls that are waiting now
	// progress is how much of it is done, as the bits of a float64, for those who look
	// on; 0 where it does not say.
	progress atomic.Uint64
	starved  atomic.Bool // there was no more memory for it
	abandon  *time.Timer
	stop     context.CancelFunc
}

// jobs holds the jobs whose results have not been taken, by their handles.
var jobs = struct {
	sync.Mutex
	started  int64
	byHandle map[int64]*job
}{byHandle: map[int64]*job{}}

// maxJobs is how many results may wait to be taken. A plan has one or two at a time.
const maxJobs = 10_000

var (
	errNoJob       = errors.New("the computation is not there any more: its query stood still for too long, or it was never this one's; run the query again")
	errTooManyJobs = fmt.Errorf("at most %d computations may wait for their queries at once; run fewer queries at once, or wait for ten minutes, after which what nobody waits for is given up", maxJobs)
)

var started = time.Now()

func now() int64 { return int64(time.Since(started)) }

// startJob runs a kernel in the background and returns the job's handle.
func startJob(kernel, function string, r Run) (int64, error) {
	if err := CheckMemory(function); err != nil {
		return 0, err
	}
	process.giveBack(false)
	ctx, stop := context.WithCancel(context.Background())
	j := &job{Context: ctx, kernel: kernel, function: function, done: make(chan struct{}), stop: stop}
	j.asked.Store(now())
	jobs.Lock()
	defer jobs.Unlock()
	if len(jobs.byHandle) >= maxJobs {
		stop()
		return 0, fmt.Errorf("%s: %w", function, errTooManyJobs)
	}
	jobs.started++
	j.number = jobs.started
	handle := newHandle(func(handle int64) bool { return jobs.byHandle[handle] != nil })
	jobs.byHandle[handle] = j
	j.abandon = time.AfterFunc(forget, func() { dropJob(handle) })
	go j.run(r)
	return handle, nil
}

func (j *job) run(r Run) {
	defer close(j.done)
	defer RecoverTo(&j.err, j.function)
	debug.SetPanicOnFault(true)
	j.result, j.err = r(j)
	if j.starved.Load() {
		j.result, j.err = Column{}, ErrMemory(j.function)
	}
}

// Err reports whether the job is to stop. While nobody waits for the job it does
// not return, so an interrupted query takes no more of the machine.
func (j *job) Err() error {
	for j.Context.Err() == nil && j.waiting.Load() == 0 && now()-j.asked.Load() > int64(grace) {
		time.Sleep(waitFor)
	}
	if process.exceeded() {
		// For good: a kernel that was told to stop must not hear otherwise later.
		j.starved.Store(true)
		j.stop()
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
	return jobs.started
}

// Progress returns the SQL function that computes now, of those started since so many
// had been, and how far it is, as a share in [0, 1]; 0 where it does not say. The function
// is "" where none computes: DuckDB is at work.
func Progress(since int64) (function string, share float64) {
	jobs.Lock()
	defer jobs.Unlock()
	for _, j := range jobs.byHandle {
		if j.number > since {
			since, function, share = j.number, j.function, math.Float64frombits(j.progress.Load())
		}
	}
	return function, share
}

// findJob returns a job.
func findJob(handle int64) (*job, error) {
	jobs.Lock()
	defer jobs.Unlock()
	j, ok := jobs.byHandle[handle]
	if !ok {
		return nil, errNoJob
	}
	return j, nil
}

func dropJob(handle int64) {
	jobs.Lock()
	j, ok := jobs.byHandle[handle]
	delete(jobs.byHandle, handle)
	jobs.Unlock()
	if ok {
		j.abandon.Stop()
		j.stop()
	}
}

// forgetIdleJobs gives up the jobs that nobody has waited for in a while.
func forgetIdleJobs() {
	jobs.Lock()
	var idle []int64
	for handle, j := range jobs.byHandle {
		if j.waiting.Load() == 0 && now()-j.asked.Load() > int64(idleKept) {
			idle = append(idle, handle)
		}
	}
	jobs.Unlock()
	for _, handle := range idle {
		dropJob(handle)
	}
}

// waitJob waits a moment for a job and reports whether it is done.
func waitJob(handle int64) (bool, error) {
	j, err := findJob(handle)
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

// takeJob returns the result of a job that is done, and forgets the job. That of
// another kernel is not there.
func takeJob(kernel string, handle int64) (Column, error) {
	j, err := findJob(handle)
	if err != nil {
		return Column{}, err
	}
	if j.kernel != kernel {
		return Column{}, errNoJob
	}
	j.waiting.Add(1) // or it would stand still, where nobody waits before
	defer j.waiting.Add(-1)
	<-j.done
	dropJob(handle)
	process.giveBack(true)
	return j.result, j.err
}

// waitArgs are the arguments of __skyline_wait.
type waitArgs struct{ Job int64 }

// WaitScalar is __skyline_wait(job): whether a job is done, after a moment.
func WaitScalar() Scalar {
	return VolatileOf("__skyline_wait", func(a *waitArgs) (bool, error) { return waitJob(a.Job) })
}

// rowsScalar is the function that hands over the rows of a kernel's jobs.
func rowsScalar(kernel string, fields []Field) Scalar {
	name := "__" + kernel + "_rows"
	return Scalar{
		Name:     name,
		Params:   []Type{{Kind: Bigint}},
		Result:   ListOf(Type{Kind: Struct, Fields: fields}),
		Volatile: true,
		Call: func(args []Column, rows int) (Column, error) {
			handles := &args[0]
			// Several jobs at once come from a correlated subquery.
			lists := Column{Len: rows, Elem: &Column{Fields: make([]Column, len(fields))}}
			for i := range rows {
				if handles.IsNull(i) {
					return Column{}, fmt.Errorf("%s: job must not be NULL", name)
				}
				elements, err := takeJob(kernel, handles.Int64s[i])
				if err != nil {
					return Column{}, err
				}
				lists.Elem.Extend(&elements)
				lists.Ends = append(lists.Ends, lists.Elem.Len)
			}
			return lists, nil
		},
	}
}
