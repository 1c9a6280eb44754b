package call

import (
	"errors"
	"regexp"
	"strings"
	"sync"

	"skyline/sqlfuncs/host"
)

// typePatterns are the compiled patterns of types, by their texts: plans have some thirty.
var typePatterns = struct {
	sync.Mutex
	byText map[string]*regexp.Regexp
}{byText: map[string]*regexp.Regexp{}}

// maxTypePatterns is how many are kept: whoever calls the function by hand must not fill
// the memory.
const maxTypePatterns = 1000

var errTypePattern = errors.New("__skyline_has_type: types must be a regular expression")

// typePattern returns a pattern that matches a whole name.
func typePattern(types string) (*regexp.Regexp, error) {
	typePatterns.Lock()
	defer typePatterns.Unlock()
	pattern, known := typePatterns.byText[types]
	if known {
		return pattern, nil
	}
	pattern, err := regexp.Compile(`\A(?:` + types + `)\z`)
	if err != nil {
		return nil, errTypePattern
	}
	if len(typePatterns.byText) >= maxTypePatterns {
		clear(typePatterns.byText)
	}
	typePatterns.byText[strings.Clone(types)] = pattern
	return pattern, nil
}

// hasTypeArgs are the arguments of __skyline_has_type.
type hasTypeArgs struct{ Type, Types string }

// HasTypeScalar is __skyline_has_type(type, types): whether the whole name of a type
// matches a regular expression, as sqltext.HasType writes it. It is not volatile: DuckDB
// calls it while it binds. Its own regexp_full_match says the same, but compiles the
// expression anew wherever a plan has it, several times a place, and plans have it for each
// column: it took a third of the time in which a small call is prepared.
func HasTypeScalar() host.Scalar {
	return host.ScalarOf("__skyline_has_type", func(a *hasTypeArgs) (bool, error) {
		pattern, err := typePattern(a.Types)
		if err != nil {
			return false, err
		}
		return pattern.MatchString(a.Type), nil
	})
}
