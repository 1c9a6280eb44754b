package privacy

// Aspect says what of a QI group a Local requirement looks at, where each person has one
// value. Who counts the groups that satisfy it needs to tell apart no more than that.
type Aspect int

const (
	// OfAnything says that it may look at how often each value occurs.
	OfAnything Aspect = iota
	// OfSize says that it looks at how many people there are.
	OfSize
	// OfValues says that it looks at how many different values there are: at least as many
	// as its floor has.
	OfValues
	// OfEach says that it looks at each value by itself: how often it occurs, and how many
	// people there are. See EachValue.
	OfEach
	// OfCounts says that it looks at how often values occur, and not at which these are.
	OfCounts
)

// Aspect returns what the requirement looks at.
func (r *Local) Aspect() Aspect { return r.aspect }

// byEach is a measure that decides for each value by itself.
type byEach interface {
	// allows reports whether so many people of a group may have a value. Those of a group
	// that is within the bound may, for each value of the table.
	allows(value int32, having, people int64) bool
}

// EachValue returns how a requirement that is OfEach decides for each value of a table: a group
// satisfies it just if, for each value of the table, that many of its people may have it. It
// may be used by several goroutines at once.
func (r *Local) EachValue(whole *Whole) func(value int32, having, people int64) bool {
	counts := make([]int64, whole.Values)
	for _, c := range whole.Group.Counts {
		counts[c.Value] = c.N
	}
	return r.measure(whole.Constraint, counts).(byEach).allows
}
