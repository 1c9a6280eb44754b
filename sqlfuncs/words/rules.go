package words

// Rule tells what tables do of a privacy rule: status is as gnf_check has it, guardian the number
// of the table that guards the rule, enforce what it must keep rhs from, path how lhs leads to rhs.
func Rule(status string, lhs []string, rhs string, guardian int, enforce []string, path string) string {
	left, leads := List(lhs, "columns"), " lead to "
	if len(lhs) == 1 {
		leads = " leads to "
	}
	switch status {
	case "unreachable":
		return "Kept: no tables link " + left + " with " + rhs + "."
	case "guarded":
		if len(enforce) == 0 {
			return "Kept: table " + Whole(int64(guardian)) + " guards the rule."
		}
		return "Kept: table " + Whole(int64(guardian)) + " guards the rule, as long as it keeps " + List(enforce, "columns") + " from " + rhs + "."
	}
	if path == "" {
		return "Broken: " + left + leads + rhs + "."
	}
	return "Broken: " + left + leads + rhs + " by " + path + "."
}
