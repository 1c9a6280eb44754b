package call

import (
	"strings"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// Version is the version of Skyline.
const Version = "0.1.0"

// Cell makes a text fit into a table's cell.
func Cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

// Function is a public SQL function: everything that is known about it. The
// macros, skyline_functions(), the reference and the tests are made from it.
type Function struct {
	Name    string
	Summary string // one line, for skyline_functions() and the macro's comment
	// Questions are those that it answers, in the user's words, for the overview of the
	// reference. Functions with the same question stand beside each other.
	Questions []string
	// Description says what the result means, in Markdown, as all texts are. A link names
	// a heading of the reference, whatever its page: [Draws](#draws).
	Description string
	Params      []Param
	Columns     []ResultColumn
	// Example is a statement that runs on a fresh connection and returns the same rows each
	// time. Plot, if it is not empty, is a SELECT without FROM that makes x, perhaps the name
	// of a curve, and y of its result.
	Example, Plot string
	// Notes are what else a user has to know: one short item each. What concerns several
	// functions of a family is said once, in the family's shared.md, and what concerns all of
	// them on a page of its own (sqlfuncs/topics).
	Notes       []string
	NotPromised string // of which adversary, or of what, nothing is said; or ""
	Cost        string // in scans and GROUP BYs, and what comes on top
	Source      string // the paper, and where in it; or ""
	// Plan returns the SELECT that answers a call.
	Plan func(call *Call) (sqltext.SQL, error)
	// Outputs are results of other columns, which the parameter output asks for.
	Outputs []Output
	// Kernels, Scalars and Aggregates are what the planned SELECT runs and calls, beside
	// what all plans share. Functions may have some in common.
	Kernels    []host.Kernel
	Scalars    func() []host.Scalar
	Aggregates []host.Aggregate
}

// Param is a parameter of a Function.
type Param struct {
	Name    string
	Type    string // as SQL users think of it
	Default string // an SQL expression, or "" where it must be given
	Doc     string
	// Raw says that it names a table as it is before a release: a plan says how to read it.
	Raw bool
}

// ResultColumn is a column of a Function's result.
type ResultColumn struct {
	Name, Type, Doc string
	// Data says that it has values of the table, so that ParamShowValues is a parameter.
	Data bool
}

// Param returns a parameter by its name, or nil.
func (f *Function) Param(name string) *Param {
	for i := range f.Params {
		if f.Params[i].Name == name {
			return &f.Params[i]
		}
	}
	return nil
}

// Signature returns the call with its parameters and defaults.
func (f *Function) Signature() string {
	var b strings.Builder
	b.WriteString(f.Name + "(")
	for i, p := range f.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p.Name)
		if p.Default != "" {
			b.WriteString(" := " + p.Default)
		}
	}
	return b.String() + ")"
}

// ColumnsOfTable is the Name of a ResultColumn that stands for several, which depend
// on the arguments.
const ColumnsOfTable = "…"
