// Package check has the functions that say what somebody can learn from a table.
package check
