// Package grid rounds values outward to points of a grid: numbers to multiples of a
// step, dates and times to whole units of the calendar or the clock. The points of a grid are
// counted from 0, or begin where the calendar's do, unless From gives another point.
//
// Values come as the texts that DuckDB writes, and go as texts that it reads, so that
// nothing is lost between: what is rounded is the decimal number that is shown, exactly.
// Down gives the last point that is not after the value, Up the first that is not
// before it; of a value on the grid both are its own text. What is no point of any grid
// (infinity, NaN) is not rounded: the second result is false then. Next and Last give the end of
// the block that a value is in: see blocks.go.
package grid
