// Package vectors tests breach probabilities and knowledge skylines through SQL against
// the test vectors beside the repository.
package vectors
