package call

import (
	"strings"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// Cell makes a text fit into a table's cell.
func Cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

// Function is a public SQL function: everything that is known about it. The
// macros, skyline_functions(), the reference and the tests are made from it.
type Function struct {
	Name    string
	Summary string // one line, for skyline_functions() and the macro's comment
	// Description says what the result means, in Markdown.
	Description string
	Params      []Param
	Columns     []ResultColumn
	// Example is a statement that runs on a fresh connection.
	Example string
	Notes   []string // NULLs, cost, source, limits: one Markdown item each
	// Plan returns the SELECT that answers a call.
	Plan func(call *Call) (sqltext.SQL, error)
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
}

// ResultColumn is a column of a Function's result.
type ResultColumn struct {
	Name, Type, Doc string
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
