// Package cubes has the functions about published tables of counts and sums.
package cubes
