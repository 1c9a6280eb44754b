// Package words tells results in sentences: in words that somebody understands who has read
// no paper, and that somebody who has finds nothing wrong with.
package words
