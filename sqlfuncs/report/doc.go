// Package report has the functions that put what is known of a release before somebody who
// decides about it: other functions measure, and these put it together and into words.
package report
