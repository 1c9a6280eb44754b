// Package exact turns the numbers that users give into the fractions they mean,
// so that thresholds can be compared without rounding, and adds up what is not exact
// with as little loss as there can be.
package exact
