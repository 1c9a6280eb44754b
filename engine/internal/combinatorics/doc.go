// Package combinatorics counts arrangements: exactly, as whole numbers of any size, and as
// natural logarithms, for forecasts.
//
// Whole numbers are exact. Logarithms are taken of factorials of real numbers too, Γ(x+1),
// and have relative errors below 1e-9 where they are not close to 0.
package combinatorics
