// Package cubes tests the functions about published counts.
package cubes
