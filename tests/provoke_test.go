//go:build provoke

package tests

func init() { provoke = "yes" }
