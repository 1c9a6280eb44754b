// Package releases tests releases of random tables, recipes and generalizations
// for everybody against the documentation and the requirements' definitions.
package releases
