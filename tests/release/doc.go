// Package release tests releases of random tables, recipes and generalizations for
// everybody, against the documentation and the requirements' definitions, and the
// hierarchies that they go by.
package release
