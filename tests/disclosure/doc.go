// Package disclosure tests worst-case background knowledge through SQL, against
// all worlds of small tables and every set of implications there.
package disclosure
