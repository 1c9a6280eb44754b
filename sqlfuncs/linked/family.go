package linked

import _ "embed" // for the introduction

// Introduction begins the family's page of the reference.
//
//go:embed family.md
var Introduction string

// Shared is what concerns the whole family: it ends the page.
//
//go:embed shared.md
var Shared string
