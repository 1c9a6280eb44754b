package certificate

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
)

// paramKey is the parameter key.
var paramKey = call.Param{Name: "key", Type: "VARCHAR", Default: "NULL", Doc: "a secret of at least 16 bytes, for an HMAC: see [Keys and signatures](#keys-and-signatures)"}

// shortestKey is of how many bytes a key is at least: shorter ones are tried out.
const shortestKey = 16

// readKey returns the key, "" for none. No message shows it.
func readKey(c *call.Call) (string, error) {
	switch key := c.Arguments["key"].(type) {
	case nil:
		return "", nil
	case string:
		if len(key) >= shortestKey {
			return key, nil
		}
	}
	return "", c.Errorf("key must be a text of at least %d bytes, since shorter ones can be guessed", shortestKey)
}

// fromCall returns the parameters of a call, of which nested is the release_check. They are
// right, since it has been planned.
func fromCall(c, nested *call.Call) (*parameters, error) {
	qi, err := nested.Columns("qi")
	if err != nil {
		return nil, err
	}
	sensitive, err := nested.Sensitive()
	if err != nil {
		return nil, err
	}
	p := &parameters{QI: qi, Sensitive: sensitive, Privacy: map[string]any{}}
	if len(sensitive) > 1 {
		p.Known, _ = nested.Arguments["other_sensitive"].(string)
	}
	for name, to := range map[string]*string{
		"person": &p.Person, "weight": &p.Weight, "values_per_person": &p.ValuesPerPerson, "other_columns": &p.Others,
	} {
		*to, _ = nested.Arguments[name].(string)
	}
	privacy, _ := nested.Arguments["privacy"].(map[string]any)
	for member, v := range privacy {
		if v == nil {
			continue
		}
		name, _ := people.RequirementName(member, people.RequirementNames())
		if p.Privacy[name], err = portable(c, name, v); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// portable returns a requirement without what only the caller's database has.
func portable(c *call.Call, name string, v any) (any, error) {
	switch name {
	case "skyline":
		if columns, ok := v.(map[string]any); ok {
			members := map[string]any{}
			for column, points := range columns {
				var err error
				if points == nil {
					continue
				}
				if members[column], err = portable(c, name, points); err != nil {
					return nil, err
				}
			}
			return members, nil
		}
		points, ok := v.([]any)
		if !ok {
			return nil, c.Errorf("privacy: skyline must be a list of points here, since a certificate has to have them; read a table of them into a variable, SET VARIABLE points = (SELECT list(p) FROM points AS p), and write 'skyline': getvariable('points')")
		}
		list := make([]any, len(points))
		for i, point := range points {
			members := lowered(point)
			if value, ok := members["value"]; ok {
				members["value"], _ = c.ScalarText("skyline: value", value) // read before
			}
			list[i] = members
		}
		return list, nil
	case "t_closeness":
		if namesTable(name, v) {
			return nil, c.Errorf("privacy: t_closeness: distance must be 'equal' or 'ordered' here, since a certificate cannot have the hierarchies of 'hierarchical'")
		}
	}
	if member := people.MemberBeside(name); member != "" {
		members := lowered(v)
		delete(members, member)
		return members, nil
	}
	if members, ok := v.(map[string]any); ok {
		return lowered(members), nil
	}
	return v, nil
}

// ofTable reports whether a requirement of a certificate is about a table beside the release,
// which only a call names.
func ofTable(name string, v any) bool {
	return people.MemberBeside(name) != "" && lowered(v)["fraction"] == nil
}

// ofTable reports whether some requirement is.
func (p *parameters) ofTable() bool {
	for name, v := range p.Privacy {
		if ofTable(name, v) {
			return true
		}
	}
	return false
}

// lowered returns the members of a struct that are not NULL, by their names in lower case.
func lowered(v any) map[string]any {
	given, _ := v.(map[string]any)
	members := map[string]any{}
	for name, member := range given {
		if member != nil {
			members[call.Folded(name)] = member
		}
	}
	return members
}

// arguments returns those of release_check. Tables are those of the call. What is about a
// table beside the release is left out where the call names none.
func (p *parameters) arguments(c *call.Call) (map[string]any, error) {
	privacy := map[string]any{}
	for name, v := range p.Privacy {
		isText := namesTable(name, v)
		members := lowered(v)
		switch {
		case !slices.Contains(people.RequirementNames(), name) || isText:
			// A text would name a table.
			return nil, c.Errorf("certificate must have the requirements that release_certificate writes, and privacy has another one")
		case ofTable(name, v) && c.Arguments["public"] == nil:
			continue
		case ofTable(name, v):
			members[people.MemberBeside(name)] = c.Arguments["public"]
			v = members
		}
		privacy[name] = v
	}
	qi := make([]any, len(p.QI))
	for i, name := range p.QI {
		qi[i] = name
	}
	known := p.Known
	if known == "" {
		known = "unknown"
	}
	return map[string]any{
		"other_sensitive": known, "tbl": c.Arguments["tbl"], "qi": qi, "sensitive": p.Sensitive.argument(), "privacy": privacy, "person": orNull(p.Person), "weight": orNull(p.Weight),
		"values_per_person": p.ValuesPerPerson, "other_columns": p.Others, "absent_values": "allow",
	}, nil
}

// namesTable reports whether a requirement, or that on some sensitive column, names a table.
func namesTable(name string, v any) bool {
	if _, isText := v.(string); isText {
		return true
	}
	members, _ := v.(map[string]any)
	for member, of := range members {
		_, isText := of.(string)
		_, isStruct := of.(map[string]any)
		switch {
		case isText && name == "skyline", isStruct && namesTable(name, of):
			return true
		case of != nil && people.MemberBeside(name) != "" && call.Folded(member) == people.MemberBeside(name), isText && name == "t_closeness" && call.Folded(member) == "hierarchies":
			return true
		}
	}
	return false
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}
