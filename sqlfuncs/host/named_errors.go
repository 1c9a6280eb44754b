package host

import (
	"fmt"
	"strings"
)

// Explain turns an error of an algorithm, which knows nothing of SQL, into one for who
// wrote the query, without the function's name. The package that knows the algorithms sets
// it, before anything runs. Here it is nobody's.
var Explain = func(err error) error { return err }

// Named returns an error, explained, with the name of the public function in front; an
// error that has it already as it is. nil is nil.
func Named(function string, err error) error {
	if err == nil {
		return nil
	}
	err = Explain(err)
	if strings.HasPrefix(err.Error(), function+": ") {
		return err
	}
	return fmt.Errorf("%s: %w", function, err)
}

// maxFunctionName is the length of the longest name that a function could have.
const maxFunctionName = 64

// isFunction reports whether a text could be the name of a function of ours. What a plan
// says it is; somebody else could have errors say anything.
func isFunction(name string) bool {
	for _, c := range []byte(name) {
		if c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return name != "" && len(name) <= maxFunctionName
}

// errNotPlan is the error of a private function that somebody else has called.
func errNotPlan(function string) error {
	if !isFunction(function) {
		function = "__skyline_start"
	}
	return fmt.Errorf("%s: only plans of Skyline can call this", function)
}
