package attackers

import _ "embed" // for the introduction

// Introduction begins the family's page of the reference.
//
//go:embed family.md
var Introduction string

// Shared is what concerns several functions of the family: it ends the page.
//
//go:embed shared.md
var Shared string

// Attacks is what concerns the attacks: it is at the end of the page.
//
//go:embed attacks.md
var Attacks string
