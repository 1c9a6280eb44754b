package sqlfuncs

import (
	"fmt"
	"runtime"
)

// RecoverTo, deferred, turns a panic into an error that names the function. The
// text of a runtime error holds no data; any other panic value might, and is
// left out.
func RecoverTo(err *error, function string) {
	switch r := recover().(type) {
	case nil:
	case runtime.Error:
		*err = fmt.Errorf("%s: internal error (%s); please report it", function, r)
	default:
		*err = fmt.Errorf("%s: internal error; please report it", function)
	}
}
