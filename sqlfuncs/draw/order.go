package draw

import (
	"crypto/sha256"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// The order of what is released must not say who is who. Where randomness is fresh, rows
// are ordered by random numbers. With a seed they are ordered by a keyed hash of **what is
// released of them**, never by what they were before:
//
//	Let R be the multiset of the released rows, and h the hash with the seed as its key. The
//	rows come in the order of h(row). Equal rows can change places, so the sequence is a
//	function of R and the seed alone. Hence, given R and the seed, it is independent of
//	which row is whose: to anyone who knows both, the order says nothing.
//
// A hash of a row with its exact values, as an order, would be an answer to whoever tries
// seeds: with the right one, the exact values that they guess give the order that they see.
//
// Where values are permuted within groups, the rows without them are put in such an order,
// beside the values in one of their own. So the permuted table is a function of the seed, of
// the multiset of the rows without the values, and of those of the groups' values, which are
// what it says without a seed.

// TextOfRow is the text of some columns, given as for a list, of the rows of a SELECT. Their
// names are not in it. With a 0 in front, since the text of a row of one column is not
// the same in all versions of DuckDB.
func TextOfRow(columns sqltext.SQL) sqltext.SQL { return "row(0, " + columns + ")::VARCHAR" }

// At is what the rows of a SELECT are ordered by so that they are in random order. row is
// the text of what is released of one.
func (r Randomness) At(row sqltext.SQL) sqltext.SQL {
	if r.IsFresh() {
		return "__skyline_shuffle()"
	}
	return sqltext.Fill("__skyline_digest({key}, {row})", sqltext.Args{"key": r.Key(), "row": row})
}

// InOrder is a query whose rows, those of the release, come in random order, after what
// is to be ordered by first: "" or columns of it, with a comma behind them.
func (r Randomness) InOrder(first, query sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		SELECT * EXCLUDE (__skyline_at)
		FROM (SELECT *, {at} AS __skyline_at FROM ({query}))
		ORDER BY {first}__skyline_at ASC
	`, sqltext.Args{"at": r.At(TextOfRow("*COLUMNS(*)")), "query": query, "first": first})
}

// digestArgs are the arguments of __skyline_digest. All keys have one length.
type digestArgs struct {
	Key host.Bytes
	Row string
}

// Scalars are the private functions of orders: __skyline_shuffle(), a fresh random number, and
// __skyline_digest(key, row), the keyed hash of the text of what is released of a row. All
// of SHA-256 is compared, so that different rows have different places.
func Scalars() []host.Scalar {
	return []host.Scalar{
		{
			Name: "__skyline_shuffle", Result: host.Type{Kind: host.Bigint}, Volatile: true,
			Call: func(_ []host.Column, rows int) (host.Column, error) {
				numbers := make([]int64, rows)
				fresh := Fresh()
				for row := range numbers {
					numbers[row] = int64(fresh.Uint64())
				}
				return host.Column{Len: rows, Int64s: numbers}, nil
			},
		},
		host.ScalarOf("__skyline_digest", func(a *digestArgs) (host.Bytes, error) {
			sum := sha256.Sum256(append([]byte(a.Key), a.Row...))
			return host.Bytes(sum[:]), nil
		}),
	}
}
