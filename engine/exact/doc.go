// Package exact turns the numbers that users give into the fractions they mean,
// so that thresholds can be compared without rounding.
package exact
