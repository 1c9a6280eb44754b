// Package hierarchies has the functions that make hierarchies and look at them.
package hierarchies
