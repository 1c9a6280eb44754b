package call

import (
	"errors"
	"regexp"
	"strings"
	"sync"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
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
	pattern, err := regexp.Compile(`\A(?:` + sqltext.TypePattern(types) + `)\z`)
	if err != nil {
		return nil, errTypePattern
	}
	if len(typePatterns.byText) >= maxTypePatterns {
		clear(typePatterns.byText)
	}
	typePatterns.byText[strings.Clone(types)] = pattern
	return pattern, nil
}

// HasTypeScalar is __skyline_has_type(type, types): whether the whole name of a type
// matches a regular expression, as sqltext.HasType writes it. It is not volatile: DuckDB
// calls it while it binds. Its own regexp_full_match says the same, but compiles the
// expression anew wherever a plan has it, several times a place, and plans have it for each
// column: it took a third of the time in which a small call is prepared.
func HasTypeScalar() host.Scalar {
	text := host.Type{Kind: host.Varchar}
	return host.Scalar{
		Name: "__skyline_has_type", Params: []host.Type{text, text}, Result: host.Type{Kind: host.Boolean},
		Call: func(args []host.Column, rows int) (host.Column, error) {
			out := host.Column{Len: rows, Bools: make([]bool, rows), Null: make([]bool, rows)}
			known := map[[2]string]bool{} // rows of many columns have few types
			for row := range rows {
				if out.Null[row] = args[0].IsNull(row) || args[1].IsNull(row); out.Null[row] {
					continue
				}
				of := [2]string{args[0].Strings[row], args[1].Strings[row]}
				has, is := known[of]
				if !is {
					pattern, err := typePattern(of[1])
					if err != nil {
						return host.Column{}, err
					}
					has = pattern.MatchString(of[0])
					known[of] = has
				}
				out.Bools[row] = has
			}
			return out, nil
		},
	}
}
