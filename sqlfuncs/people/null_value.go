package people

import (
	"skyline/engine/partition"
	"skyline/sqlfuncs/host"
)

// nullValueArgs are the arguments of __skyline_null_value.
type nullValueArgs struct {
	Histogram host.Bytes
	N         int64
}

// NullValueScalar is __skyline_null_value(histogram, n): the histogram, whose NULL counts people, with the
// value NULL of n of them; the same where n is not positive.
func NullValueScalar() host.Scalar {
	return host.ScalarOf("__skyline_null_value", func(a *nullValueArgs) (host.Bytes, error) {
		if a.N <= 0 {
			return a.Histogram, nil
		}
		return host.Bytes(partition.AppendNullValue([]byte(a.Histogram), a.N)), nil
	})
}
