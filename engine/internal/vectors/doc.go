// Package vectors reads the test vectors that are kept beside the repository,
// in ../shared/vectors relative to its root. It is imported by tests only. The
// vectors were computed independently of this code, by enumeration with exact
// fractions.
//
// Where the repository was copied without them, the functions return an error
// that wraps [io/fs.ErrNotExist], and a test skips with that reason.
package vectors
