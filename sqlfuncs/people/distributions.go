package people

import (
	"encoding/json"
	"errors"
	"math/big"

	"skyline/engine/distribution"
	"skyline/engine/exact"
	"skyline/sqlfuncs/sqltext"
)

// DistributionOf is a column of a table as a map of texts and numbers, NULL where it has others. What is
// no map, nor a text that may be one, is not cast: for a struct without names it would not bind.
func DistributionOf(table sqltext.SQL, column string) sqltext.SQL {
	own := table + "." + sqltext.Ident(column)
	mayBe := sqltext.IsOfType(own, `(?s:MAP\(.*\))|VARCHAR|JSON|`+sqltext.Untyped)
	return sqltext.Fill("TRY_CAST({maybe} AS MAP(VARCHAR, DOUBLE))", sqltext.Args{"maybe": sqltext.Either(mayBe, own, "NULL::VARCHAR")})
}

// DistributionText is what a MAP column of a table holds, for ReadDistribution; NULL in a column
// of any other type.
func DistributionText(table sqltext.SQL, column string) sqltext.SQL {
	own := table + "." + sqltext.Ident(column)
	isMap := sqltext.IsOfType(own, `(?s:MAP\(.*\))`)
	return sqltext.Fill("CASE WHEN {is_map} THEN coalesce(to_json(TRY_CAST({map} AS MAP(VARCHAR, DOUBLE)))::VARCHAR, '{}') END", sqltext.Args{
		"is_map": isMap, "map": sqltext.Either(isMap, own, "NULL::VARCHAR"),
	})
}

// ErrDistribution says that a MAP is no distribution.
var ErrDistribution = errors.New("a MAP must have probabilities of 0 or more that are finite and add up to 1, within 1e-9")

// ReadDistribution reads what DistributionText writes: the keys, and the parts of each, which stand for
// the simplest fractions that round to their probabilities.
func ReadDistribution(text string) (map[string]*big.Int, error) {
	var probabilities map[string]*float64 // nil for NULL
	if json.Unmarshal([]byte(text), &probabilities) != nil {
		return nil, ErrDistribution
	}
	var keys []string
	var numbers []float64
	for k, p := range probabilities {
		if p == nil {
			return nil, ErrDistribution
		}
		keys, numbers = append(keys, k), append(numbers, *p)
	}
	if !distribution.Valid(numbers) {
		return nil, ErrDistribution
	}
	numerators, _ := exact.Common(numbers)
	parts := make(map[string]*big.Int, len(keys))
	for i, k := range keys {
		parts[k] = numerators[i]
	}
	return parts, nil
}
