package main

import (
	"fmt"
	"slices"
)

// What the footer says of every bundle: the kind of entry point, the version of
// the C API whose table it takes, and the footer's own format.
const (
	abi        = "C_STRUCT"
	apiVersion = "v1.2.0"
	format     = "4"
)

// metadata is what differs between bundles.
type metadata struct {
	platform, version string
}

// A footer is eight fields, padded with zeros, and room for a signature.
const (
	fieldSize     = 32
	signatureSize = 256
)

// footer returns the bytes that DuckDB looks for at the end of an extension.
func (m metadata) footer() ([]byte, error) {
	var footer []byte
	// Fields 8 to 1; the first three have no meaning yet.
	for _, text := range []string{"", "", "", abi, m.version, apiVersion, m.platform, format} {
		if len(text) >= fieldSize {
			return nil, fmt.Errorf("%q is too long for a field of the footer", text)
		}
		footer = append(footer, text...)
		footer = append(footer, make([]byte, fieldSize-len(text))...)
	}
	return slices.Concat(footer, make([]byte, signatureSize)), nil
}
