// Package counting counts the tables of a permutation set in which given sets of people
// satisfy a privacy property, and among them those in which a person has a value, exactly
// and without listing them.
//
// People are given by cells: those of a cell are exchangeable. The permutation set is that
// of a generalization, whose groups have fixed counts of the values; the sets that must
// satisfy the property are groups of other generalizations, so that sums and differences
// of such counts are the tables in which an earlier generalization would have been
// disclosed, or none would.
//
// The number of tables grows exponentially with the people, the work of the methods with
// less than that; which is the cheapest depends on sizes and counts, and is forecast. Where
// none is cheap enough, bounds may still do: see [Component.Bound] and [Component.Enclose].
// Package jump makes all components; nothing here checks that they are well formed.
//
// Big numbers are computed modulo several primes that fit a machine word, and put together
// at the end (the Chinese remainder theorem). As the numbers wanted are whole and bounds
// of them are known, that is exact.
package counting
