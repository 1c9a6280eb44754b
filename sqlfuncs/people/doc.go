// Package people is the table of a call: who is in which QI group, with which sensitive
// values, and what is required of the groups. It counts in SQL and reads counts in Go.
package people
