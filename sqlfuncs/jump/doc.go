// Package jump has the functions about algorithms that everybody knows (k-jump).
package jump
