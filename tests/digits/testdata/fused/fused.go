// Package fused has one sum that a compiler may fuse, and others that it may not.
package fused

import "math"

// Fused may be computed in one step, since times is inlined.
func Fused(x, y, z float64) float64 { return times(x, y) + z }

func times(x, y float64) float64 { return x * y }

// Rounded is computed in two steps.
func Rounded(x, y, z float64) float64 { return float64(x*y) + z }

// Meant is computed in one, on every processor.
func Meant(x, y, z float64) float64 { return math.FMA(x, y, z) }
