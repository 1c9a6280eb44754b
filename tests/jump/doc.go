// Package jump tests publicly known algorithms through SQL: all tables with the
// same people and values are run through the algorithm at once.
package jump
