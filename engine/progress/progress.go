package progress

import "context"

// Watcher is a context that wants to know how much of the work is done. It may be told
// by several goroutines at once, and the last to tell need not be the one that knows of
// the most.
type Watcher interface {
	context.Context
	Progress(done, total float64)
}

// Report tells a context that so much of all is done, if it wants to know. It does
// nothing where total is not positive.
func Report(ctx context.Context, done, total float64) {
	if w, ok := ctx.(Watcher); ok && total > 0 {
		w.Progress(done, total)
	}
}

// Part returns the context for part i, from 0, of n parts of a computation, which take
// about as long as each other: what is reported to it is said of the whole. It reports at
// once that the parts before are done.
func Part(ctx context.Context, i, n int) context.Context {
	w, ok := ctx.(Watcher)
	if !ok {
		return ctx
	}
	w.Progress(float64(i), float64(n))
	return &part{w, float64(i), float64(n)}
}

type part struct {
	Watcher
	before, all float64
}

func (p *part) Progress(done, total float64) {
	p.Watcher.Progress(float64(p.before*total)+done, p.all*total)
}
