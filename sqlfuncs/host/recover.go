package host

import (
	"fmt"
	"runtime"
)

// RecoverTo is to be deferred. It turns a panic into an error that names the function. The
// text of a runtime error holds no data; any other panic value might, and is
// left out.
func RecoverTo(err *error, function string) {
	switch r := recover().(type) {
	case nil:
	case runtime.Error:
		*err = fmt.Errorf("%s: internal error (%w); please report it", function, r)
	default:
		*err = fmt.Errorf("%s: internal error; please report it", function)
	}
}
