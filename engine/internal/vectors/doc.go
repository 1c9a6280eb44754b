// Package vectors reads the test vectors in tests/vectors, in the words of engine. It is
// imported by tests only.
package vectors
