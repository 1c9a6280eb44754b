package call

// Sensitive returns the sensitive columns that a call names: one, as a name or a list of
// one, or several where the parameter may be a list. Where it has a default, or there is no
// such parameter, there may be none.
func (c *Call) Sensitive() ([]string, error) {
	const param = "sensitive"
	p := c.Function.Param(param)
	if _, isList := c.Arguments[param].([]any); !isList {
		name, ok, err := c.OptionalText(param, WhatColumn)
		switch {
		case err != nil:
			return nil, err
		case ok:
			return []string{name}, nil
		case p != nil && p.Default == "":
			_, err = c.Text(param, WhatColumn) // which is not there
		}
		return nil, err
	}
	names, err := c.Columns(param)
	if err == nil && len(names) > 1 && p.Type != TypeNames {
		err = c.Errorf("%s must be one column here, got a list of %d", param, len(names))
	}
	return names, err
}

// OneSensitive is Sensitive for functions that have one: "" for none.
func (c *Call) OneSensitive() (string, error) {
	names, err := c.Sensitive()
	if err != nil || len(names) == 0 {
		return "", err
	}
	return names[0], nil
}

// KnowsOthers reports whether an adversary knows the other sensitive columns, where a call
// can say so.
func (c *Call) KnowsOthers() (bool, error) {
	if c.Function.Param(ParamOtherSensitive.Name) == nil {
		return false, nil
	}
	known, err := c.Choice(ParamOtherSensitive.Name, "unknown", "known")
	return known == "known", err
}
