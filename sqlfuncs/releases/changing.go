package releases

import _ "embed" // for the text

// Changing is what the page says of tables that change: it follows Shared.
//
//go:embed changing.md
var Changing string
