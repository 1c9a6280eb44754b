package knowledge

// Constraint is the integrity constraint of the original table: how many
// sensitive values a person may have.
type Constraint int

const (
	// SVPI is a single value per individual: a reconstruction of a QI group is
	// a one-to-one matching of its people and its sensitive values.
	SVPI Constraint = iota
	// Set is multiple values per individual, none of them twice.
	Set
	// Multiset is multiple values per individual, duplicates kept: a
	// reconstruction maps each occurrence of a value to a person.
	Multiset
)

// String returns the name of the constraint as users write it in SQL.
func (c Constraint) String() string {
	switch c {
	case SVPI:
		return "one"
	case Set:
		return "set"
	case Multiset:
		return "multiset"
	}
	return "unknown"
}

// Point is an amount of adversary knowledge, a point of the AK space. All
// three numbers are non-negative.
type Point struct {
	L int64 // about the target
	K int64 // about other people
	M int64 // about the target's same-value family
}

// Dominates reports whether p allows at least as much knowledge as q.
func (p Point) Dominates(q Point) bool {
	return p.L >= q.L && p.K >= q.K && p.M >= q.M
}
