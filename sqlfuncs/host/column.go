package host

// Kind is the kind of a SQL type that crosses the boundary between DuckDB and
// the kernels.
type Kind int

// The kinds, named as in SQL.
const (
	Boolean Kind = iota
	Bigint
	Double
	Varchar
	Blob
	List
	Struct
)

// Type is a SQL type that crosses the boundary.
type Type struct {
	Kind   Kind
	Elem   *Type   // of a List
	Fields []Field // of a Struct
}

// Field is a named member of a Struct.
type Field struct {
	Name string
	Type Type
}

// ListOf returns the type LIST(elem).
func ListOf(elem Type) Type { return Type{Kind: List, Elem: &elem} }

// Column holds the values of a vector, one a row, in the slice that its kind
// calls for. Strings that come in as arguments are views of DuckDB's memory
// and must be cloned to outlive the call.
type Column struct {
	Len      int
	Null     []bool // nil: no value is NULL
	Bools    []bool
	Int64s   []int64
	Float64s []float64
	Strings  []string // Varchar and Blob
	// Ends[i] is where row i of a List ends in Elem, and row i+1 begins.
	Ends []int
	Elem *Column
	// Fields are the members of a Struct, in the order of its type.
	Fields []Column
}

// IsNull reports whether row i is NULL.
func (c *Column) IsNull(i int) bool { return c.Null != nil && c.Null[i] }

// ListRange returns where the elements of row i of a List lie in Elem.
func (c *Column) ListRange(i int) (begin, end int) {
	if i > 0 {
		begin = c.Ends[i-1]
	}
	return begin, c.Ends[i]
}

// Extend appends the values of another column of the same type.
func (c *Column) Extend(more *Column) {
	if c.Len == 0 && c.Fields == nil {
		*c = *more
		return
	}
	if c.Null != nil || more.Null != nil {
		nulls := make([]bool, c.Len+more.Len)
		copy(nulls, c.Null)
		copy(nulls[c.Len:], more.Null)
		c.Null = nulls
	}
	c.Bools = append(c.Bools, more.Bools...)
	c.Int64s = append(c.Int64s, more.Int64s...)
	c.Float64s = append(c.Float64s, more.Float64s...)
	c.Strings = append(c.Strings, more.Strings...)
	for _, end := range more.Ends {
		c.Ends = append(c.Ends, c.Elem.Len+end)
	}
	if c.Elem != nil {
		c.Elem.Extend(more.Elem)
	}
	for i := range c.Fields {
		c.Fields[i].Extend(&more.Fields[i])
	}
	c.Len += more.Len
}

// Scalar is a scalar SQL function that DuckDB calls a vector at a time. It is
// private to the planners: its name starts with two underscores.
type Scalar struct {
	Name     string
	Params   []Type
	Result   Type
	Volatile bool
	// Call returns a column of rows values. It may be called from several
	// threads at once.
	Call func(args []Column, rows int) (Column, error)
}

// NullsOf returns which of some values are NULL; nil: none.
func NullsOf(c *Column, begin, end int) []bool {
	if c.Null == nil {
		return nil
	}
	return c.Null[begin:end]
}

// Int64OrZero is the value of row i, 0 where it is NULL.
func (c *Column) Int64OrZero(i int) int64 {
	if c.IsNull(i) {
		return 0
	}
	return c.Int64s[i]
}

// mark notes whether the value of row i is NULL, which is kept track of from the
// first NULL on.
func (c *Column) mark(i int, isNull bool) {
	switch {
	case c.Null != nil:
		c.Null = append(c.Null, isNull)
	case isNull:
		c.Null = append(make([]bool, i), true)
	}
}
