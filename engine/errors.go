package engine

import (
	"errors"
	"fmt"
)

// ParamError reports an argument out of its domain. It has names, numbers of things and
// parameters, and never a value of a table.
type ParamError struct {
	Package string
	Param   string // its name, or that of the field
	Rule    string // what it must be
	Got     string // what it is; nothing if that may not or need not be told
}

// NewParamError returns the error that param of a function of pkg must follow a rule. A got
// of nil is not told.
func NewParamError(pkg, param, rule string, got any) *ParamError {
	e := &ParamError{Package: pkg, Param: param, Rule: rule}
	if got != nil {
		e.Got = fmt.Sprint(got)
	}
	return e
}

// Requirement returns the error's text without the package, for who names something else
// first.
func (e *ParamError) Requirement() string {
	if e.Got == "" {
		return fmt.Sprintf("%s must be %s", e.Param, e.Rule)
	}
	return fmt.Sprintf("%s must be %s, got %s", e.Param, e.Rule, e.Got)
}

func (e *ParamError) Error() string { return e.Package + ": " + e.Requirement() }

// Is reports whether e has the fields of target, another ParamError, those apart that
// target leaves empty.
func (e *ParamError) Is(target error) bool {
	t, ok := target.(*ParamError)
	if !ok {
		return false
	}
	for _, field := range [][2]string{{t.Package, e.Package}, {t.Param, e.Param}, {t.Rule, e.Rule}, {t.Got, e.Got}} {
		if field[0] != "" && field[0] != field[1] {
			return false
		}
	}
	return true
}

// ErrTooLarge matches all errors that say that something takes more work or space than is
// allowed. Each package has its own, made by NewTooLarge.
var ErrTooLarge = errors.New("engine: too large")

type tooLarge struct{ text string }

// NewTooLarge returns an error of a text that matches ErrTooLarge. It is meant to be
// wrapped, along with what it would take.
func NewTooLarge(text string) error { return &tooLarge{text} }

func (e *tooLarge) Error() string { return e.text }

// Is reports whether target is ErrTooLarge.
func (e *tooLarge) Is(target error) bool { return target == ErrTooLarge }
