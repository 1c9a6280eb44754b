// Package releases has the functions about several releases of the same people.
package releases
