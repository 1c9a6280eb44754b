package distribution

import "slices"

// Counter counts the values of one group after the other. Its zero value is ready.
type Counter struct {
	people []int64 // by code
	codes  []int32 // that have any
	counts []Count
}

// Add adds n people, 0 or more, with a code, 0 or more.
func (c *Counter) Add(code int32, n int64) {
	if n == 0 {
		return
	}
	if short := int(code) + 1 - len(c.people); short > 0 {
		c.people = append(c.people, make([]int64, short)...)
	}
	if c.people[code] == 0 {
		c.codes = append(c.codes, code)
	}
	c.people[code] += n
}

// Counts returns what has been added since the last call, in the order of the codes.
// It holds until the next call.
func (c *Counter) Counts() []Count {
	slices.Sort(c.codes)
	c.counts = c.counts[:0]
	for _, code := range c.codes {
		c.counts = append(c.counts, Count{code, c.people[code]})
		c.people[code] = 0
	}
	c.codes = c.codes[:0]
	return c.counts
}
