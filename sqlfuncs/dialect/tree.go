package dialect

// Expr is an expression.
type Expr interface{ expr() }

// The expressions.
type (
	// Column is a column of a relation, by its alias.
	Column struct{ Of, Name string }
	// Number is a small whole number.
	Number int64
	// Literal is a value of a type, as DuckDB writes it; of a Float, as strconv.ParseFloat
	// reads it; nil is NULL.
	Literal struct {
		Type Type
		Text *string
	}
	// Key is what a value is joined by, and State what becomes of NULL and NaN: see the
	// package's documentation. X is an expression of the type.
	Key struct {
		X    Expr
		Type Type
	}
	// State is beside Key.
	State struct {
		X    Expr
		Type Type
	}
	// Group is what a value is grouped by.
	Group struct {
		X    Expr
		Type Type
	}
	// Show is what a cell shows of a Group, X.
	Show struct {
		X    Expr
		Type Type
	}
	// Compare is a comparison; Op is =, <>, < or >.
	Compare struct {
		Left  Expr
		Op    string
		Right Expr
	}
	// All is true where all conditions are, of which there is one or more.
	All []Expr
	// Null is true where X is NULL, and Given where it is not.
	Null struct{ X Expr }
	// Given is beside Null.
	Given struct{ X Expr }
	// Case is Then where When is true, and otherwise Else, or NULL if that is nil.
	Case struct{ When, Then, Else Expr }
	// Truth is a condition as a value.
	Truth struct{ X Expr }
	// Plus is a sum of two numbers.
	Plus struct{ Left, Right Expr }
	// Or is X, and where it is NULL a number.
	Or struct {
		X    Expr
		Then int64
	}
	// Count is count(*), Sum and Max those of X; all whole numbers of 8 bytes.
	Count struct{}
	// Sum is beside Count.
	Sum struct{ X Expr }
	// Max is beside Count.
	Max struct{ X Expr }
	// CountOf is how many values X has, without NULL, and if Distinct each once.
	CountOf struct {
		X        Expr
		Distinct bool
	}
	// CountWithin is how many rows have the same X.
	CountWithin struct{ X Expr }
	// Gather is the sorted array of the values that are not NULL, of a Group of a type.
	Gather struct {
		X    Expr
		Type Type
	}
)

func (Column) expr()      {}
func (Number) expr()      {}
func (Literal) expr()     {}
func (Key) expr()         {}
func (State) expr()       {}
func (Group) expr()       {}
func (Show) expr()        {}
func (Compare) expr()     {}
func (All) expr()         {}
func (Null) expr()        {}
func (Given) expr()       {}
func (Case) expr()        {}
func (Truth) expr()       {}
func (Plus) expr()        {}
func (Or) expr()          {}
func (Count) expr()       {}
func (Sum) expr()         {}
func (Max) expr()         {}
func (CountOf) expr()     {}
func (CountWithin) expr() {}
func (Gather) expr()      {}

// Relation is what stands in FROM.
type Relation interface{ relation() }

// The relations. Each has an alias, but for a Join.
type (
	// Table is the user's.
	Table struct {
		Source Source
		As     string
	}
	// Sub is a query.
	Sub struct {
		Query Query
		As    string
	}
	// Values are rows of literals, one or more.
	Values struct {
		Columns []string
		Rows    [][]Expr
		As      string
	}
	// Join is by plain equality; Outer keeps the rows of Left.
	Join struct {
		Left, Right Relation
		On          All
		Outer       bool
	}
)

func (Table) relation()  {}
func (Sub) relation()    {}
func (Values) relation() {}
func (Join) relation()   {}

// Query is a Select or a Union.
type Query interface{ query() }

// Select is a query.
type Select struct {
	Items []Item
	From  Relation
	Where Expr // or nil
	By    []Expr
	// Shuffled names the item by which rows are put together, in random order within; "":
	// the order does not matter.
	Shuffled string
}

// Item is a column of a result.
type Item struct {
	X  Expr
	As string
}

// Union is all rows of several queries.
type Union []Select

func (Select) query() {}
func (Union) query()  {}

// Statement is a query, or with Into a table that is made of it.
type Statement struct {
	Comment []string // lines in front, without data
	Into    []string
	Query   Query
}
