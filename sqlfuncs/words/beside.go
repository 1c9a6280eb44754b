package words

// Beside says which parameters are given beside a plan, and say otherwise; "" for none.
func Beside(overrides []string) string {
	if len(overrides) == 0 {
		return ""
	}
	count := "count"
	if len(overrides) == 1 {
		count = "counts"
	}
	return "Beside the plan, the call gives " + List(overrides, "parameters") + ", which " + count + " instead of what the plan says."
}
