// Package progress tells how far a computation is to whoever looks on: the context may
// be one that wants to know. A computation reports the share of its work that is done,
// by an estimate that does not fall; one that has no estimate reports nothing.
package progress
