package call

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// budgetForms are a number and a unit, and the way in which DuckDB writes an INTERVAL.
var (
	budgetUnit  = regexp.MustCompile(`^(\d{1,9}(?:\.\d{1,9})?) *([a-z]+)$`)
	budgetClock = regexp.MustCompile(`^(\d{1,4}):([0-5]\d):([0-5]\d(?:\.\d{1,9})?)$`)
)

// budgetUnits are the names of units of time.
var budgetUnits = func() map[string]time.Duration {
	units := map[string]time.Duration{}
	for unit, names := range map[time.Duration]string{
		time.Millisecond: "ms millisecond milliseconds", time.Second: "s sec secs second seconds",
		time.Minute: "m min mins minute minutes", time.Hour: "h hour hours", 24 * time.Hour: "day days",
	} {
		for name := range strings.FieldsSeq(names) {
			units[name] = unit
		}
	}
	return units
}()

// Budget returns a parameter that says how long something may take, 0 where it is NULL.
func (c *Call) Budget(param string) (time.Duration, error) {
	v := c.Arguments[param]
	if v == nil {
		return 0, nil
	}
	text, _ := v.(string)
	if d := parseBudget(text); d > 0 {
		return d, nil
	}
	return 0, c.Errorf("%s must be a time, such as '10 s', '2 minutes' or INTERVAL 10 SECONDS, got %s", param, Show(v))
}

// parseBudget parses a time, 0 where it is none.
func parseBudget(text string) time.Duration {
	text = Folded(strings.TrimSpace(text))
	seconds := func(number string, unit time.Duration) time.Duration {
		x, _ := strconv.ParseFloat(number, 64) // digits, as matched
		return time.Duration(x * float64(unit))
	}
	if m := budgetUnit.FindStringSubmatch(text); m != nil {
		d := seconds(m[1], budgetUnits[m[2]])
		return max(0, d)
	}
	if m := budgetClock.FindStringSubmatch(text); m != nil {
		return seconds(m[1], time.Hour) + seconds(m[2], time.Minute) + seconds(m[3], time.Second)
	}
	return 0
}
