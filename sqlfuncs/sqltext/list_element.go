package sqltext

// ListElement returns the i-th element of a list, from 1. DuckDB 1.4 takes the list that list_extract
// gets for a text, if old_implicit_casting is set.
func ListElement(list, i SQL) SQL {
	return Fill("list_any_value(list_slice({list}, {i}, {i}))", Args{"list": list, "i": i})
}
