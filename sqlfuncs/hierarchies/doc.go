// Package hierarchies has the functions that make hierarchies and look at them. A hierarchy
// is rows (attribute, value, level, label): what a value of a column is called at each level
// of generalization, from 1 up to the top.
package hierarchies
