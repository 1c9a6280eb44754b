package host

// Aggregate is an aggregate SQL function. Its states are Go values; DuckDB holds
// a handle of each and says when it is done with it. It is private to the
// planners: its name starts with two underscores, and its first argument is the
// key of the plan that calls it.
type Aggregate struct {
	Name   string
	Params []Type // behind the plan's key
	Result Type   // Varchar or Blob
	// New returns the state of an empty group.
	New func() any
	// Update adds the rows begin..end-1 of args to a state. States are never
	// updated by two threads at once.
	Update func(state any, args []Column, begin, end int) error
	// Combine adds source to target. It must not keep parts of source.
	Combine func(target, source any) error
	// Finalize returns the result of a group.
	Finalize func(state any) (string, error)
}
