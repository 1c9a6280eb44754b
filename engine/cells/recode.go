package cells

import "skyline/engine"

// Recode gives codes that have been added other numbers: the code c of column d becomes
// codes[d][c]. So codes can be in the order in which values were met until all are known.
//
// It takes time proportional to the cells.
//
// Errors: *engine.ParamError if codes does not have every code; the builder must not be used
// afterwards.
func (b *Builder) Recode(codes [][]int32) error {
	if b.chunks == nil {
		return nil
	}
	if len(codes) != b.columns {
		return engine.NewParamError("cells", "codes", "of every column", len(codes))
	}
	for _, c := range b.chunks {
		for d, to := range codes {
			for at := d; at < len(c.codes); at += b.columns {
				code := c.codes[at]
				if int(code) >= len(to) {
					return engine.NewParamError("cells", "codes", "of every code", len(to))
				}
				c.codes[at] = to[code]
			}
		}
	}
	return nil
}
