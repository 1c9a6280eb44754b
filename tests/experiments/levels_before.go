package main

// leveledBefore are the releases of the version before groups were cut between children of a node.
var leveledBefore = map[string]leveled{
	"adult": {columns: make([]float64, 9)}, "fars": {columns: make([]float64, 9)}, "nursery": {columns: make([]float64, 9)}, "patients": {columns: make([]float64, 9)}, "voters": {columns: make([]float64, 9)},
	"adult 1,000": {columns: make([]float64, 9)}, "hospital 500": {columns: make([]float64, 9)}, "hospital 2,000": {columns: make([]float64, 9)}, "hospital 10,000": {columns: make([]float64, 9)}, "hospital, years": {columns: make([]float64, 9)},
}
