package progress_test

import (
	"context"
	"fmt"

	"skyline/engine/progress"
)

// watcher is a context that prints what it is told.
type watcher struct{ context.Context }

func (watcher) Progress(done, total float64) { fmt.Println(done / total) }

// When the second of two parts begins, a half of the whole is done, and after half of the
// part three quarters. Who does not watch is not told.
func Example() {
	ctx := watcher{context.Background()}
	progress.Report(progress.Part(ctx, 1, 2), 5, 10)
	progress.Report(context.Background(), 5, 10)
	// Output:
	// 0.5
	// 0.75
}
