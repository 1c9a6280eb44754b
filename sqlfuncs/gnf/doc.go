// Package gnf has the functions about Guardian Normal Form and anatomy: tables that are
// taken apart.
package gnf
