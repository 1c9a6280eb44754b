package people

import (
	"fmt"
	"maps"
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// What is required of sensitive values is required of each sensitive column, or of those
// that a struct names: {'max_share': {'income': 0.2}}.

// require reads a member of privacy.
func (k *privacyKey) require(r *Requirements, in *Input, v any) error {
	c := in.Call
	if !k.sensitive {
		err := k.read(r, in, v)
		if named, unknown := NamedColumns(in, v); err != nil && named != nil && unknown == "" {
			return c.Errorf("privacy: %s is about people, not about a sensitive column; write it without a column, such as %s", k.name, k.form)
		}
		return err
	}
	if len(in.Sensitive) == 0 {
		return c.Errorf("sensitive must be given for privacy := {'%s': …}: the sensitive column", k.name)
	}
	all := make(map[string]any, len(in.Sensitive))
	for _, name := range in.Sensitive {
		all[name] = v
	}
	required, err := k.readFor(r, in, all)
	named, unknown := NamedColumns(in, v)
	switch {
	case named == nil && unknown != "" && err != nil && len(in.Sensitive) > 1:
		return fmt.Errorf("%w; or a struct of some of the sensitive columns %s", err, InWords(in.Sensitive, "and"))
	case named == nil || unknown != "" && err == nil:
	case unknown != "":
		return c.Errorf("privacy: %s must name sensitive columns only, got %s beside %s", k.name, sqltext.Text(unknown), InWords(slices.Sorted(maps.Keys(named)), "and"))
	case err != nil:
		required, err = k.readFor(r, in, named)
	default:
		if _, errNamed := k.readFor(r, in, named); errNamed == nil {
			column := slices.Sorted(maps.Keys(named))[0]
			return c.Errorf("privacy: %s can be read in two ways, since %s is a sensitive column and a member of the requirement; rename the column in a query given as tbl", k.name, sqltext.Ident(column))
		}
	}
	if err == nil {
		r.take(required)
	}
	return err
}

// saysNothing reports whether a member of privacy is NULL, or NULL for all columns that it
// names.
func saysNothing(in *Input, v any) bool {
	named, unknown := NamedColumns(in, v)
	return v == nil || named != nil && unknown == "" && !slices.ContainsFunc(slices.Collect(maps.Values(named)), func(v any) bool { return v != nil })
}

// NamedColumns returns what a struct says of each of the sensitive columns that it names, nil
// if it names none; and the first of its other members.
func NamedColumns(in *Input, v any) (named map[string]any, unknown string) {
	members, _ := v.(map[string]any)
	for _, member := range slices.Sorted(maps.Keys(members)) {
		at := slices.IndexFunc(in.Sensitive, func(name string) bool { return call.Folded(name) == call.Folded(member) })
		switch {
		case at >= 0:
			if named == nil {
				named = map[string]any{}
			}
			named[in.Sensitive[at]] = members[member]
		case unknown == "":
			unknown = member
		}
	}
	return named, unknown
}

// readFor reads the member for some columns, and returns what is required of each of all
// then.
func (k *privacyKey) readFor(r *Requirements, in *Input, of map[string]any) ([]Requirements, error) {
	read := make([]Requirements, len(in.Sensitive))
	for i, name := range in.Sensitive {
		read[i] = *r
		if r.Columns != nil {
			read[i] = r.Columns[i].Requirements
		}
		v := of[name]
		if v == nil {
			continue
		}
		column := *in
		column.Sensitive = []string{name}
		if err := k.read(&read[i], &column, v); err != nil {
			return nil, err
		}
	}
	return read, nil
}

// take takes what is required of each sensitive column.
func (r *Requirements) take(read []Requirements) {
	if r.Columns == nil {
		*r = read[0]
		return
	}
	for i := range read {
		r.Columns[i].Requirements = read[i]
	}
}

// isOfValues reports whether a requirement is about sensitive values, by its name.
func isOfValues(requirement string) bool {
	return slices.ContainsFunc(privacyKeys, func(k privacyKey) bool { return k.name == requirement && k.sensitive })
}
