// Package robust tests what must not happen to a process that uses Skyline:
// errors in a row, connections at once, cancellation, memory, files, and private
// functions called with nonsense.
package robust
