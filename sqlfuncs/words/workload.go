package words

// Workload tells a measure of workload_error that is about how it was computed.
func Workload(measure string, value float64) string {
	switch share := About(value); measure {
	case "queries":
		return countOf(value, "query was", "queries were") + " asked."
	case "redrawn":
		return countOf(value, "query was", "queries were") + " drawn again, since nobody in the original satisfies them."
	case "fit_rounds":
		if value == 0 {
			return "The estimate needed no fitting."
		}
		return "The estimate was fitted in " + countOf(value, "round", "rounds") + "."
	case "fit_deviation":
		if value == 0 {
			return "The released tables agree with each other."
		}
		return "The released tables differ by up to " + share + " of the people in what they have in common."
	}
	return ""
}
