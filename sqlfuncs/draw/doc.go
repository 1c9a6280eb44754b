// Package draw is where what is random in a call comes from, and in which order what is
// released comes out.
package draw
