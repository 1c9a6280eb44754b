// Command neighbour is another extension that is written in Go, as somebody
// else's might be, for tests that load it into a process beside Skyline: built as
// a shared object, it brings a second Go runtime. Its one function,
// neighbour(BIGINT), returns the next number, and on the way does what two
// runtimes could come to blows over.
package main

// #include <stdint.h>
import "C"

import (
	"errors"
	"runtime"
	"sync"
	"unsafe"
)

func main() {}

//export neighbourSuccessors
func neighbourSuccessors(from, to *C.int64_t, count C.uint64_t) {
	in, out := unsafe.Slice((*int64)(from), count), unsafe.Slice((*int64)(to), count)
	const parts = 4
	var group sync.WaitGroup
	for part := range parts {
		group.Go(func() {
			garbage := make([][]byte, 0, len(in))
			for i := part; i < len(in); i += parts {
				garbage = append(garbage, make([]byte, 64))
				out[i] = in[i] + 1
			}
			if !faults() {
				panic("nil pointed to something")
			}
			runtime.KeepAlive(spin())
			runtime.KeepAlive(garbage)
		})
	}
	group.Wait()
}

// nothing is nil.
var nothing *int

// faults reads what nil points to, and says whether that ended in an error of
// Go: whether the signal came to this runtime.
func faults() (recovered bool) {
	defer func() {
		var err runtime.Error
		problem, _ := recover().(error)
		recovered = errors.As(problem, &err)
	}()
	return *nothing == 0
}

// spin is a loop without calls, which only a signal can stop for a collection.
func spin() (sum int) {
	for i := range 1_000_000 {
		sum += i ^ sum
	}
	return sum
}
