package attackers

import _ "embed" // for the introduction

// Introduction begins the family's page of the reference.
//
//go:embed family.md
var Introduction string
