package recipe

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// Values of the parameter on_violation.
const (
	onError    = "error"
	onHold     = "hold"
	onSuppress = "suppress"
	onAllow    = "allow"
)

var paramOnViolation = call.Param{Name: "on_violation", Type: "VARCHAR", Default: "'error'", Doc: "what to do if the release would violate `privacy`, or rows are outside of the recipe: `'error'`, `'hold'`, `'suppress'` or `'allow'`, see above"}

// decision is an application, and what becomes of groups that violate requirements.
type decision struct {
	*application
	onViolation string
	required    *people.Requirements // nil: nothing is
}

// newDecision returns the plan of a call, without CTEs.
func newDecision(c *call.Call) (*decision, error) {
	a, err := newApplication(c)
	if err != nil {
		return nil, err
	}
	p := &decision{application: a}
	if p.onViolation, err = c.Choice("on_violation", onError, onHold, onSuppress, onAllow); err != nil {
		return nil, err
	}
	p.required, err = p.readPrivacy()
	return p, err
}

// readPrivacy returns what the release must satisfy, which must be given unless everything
// is allowed.
func (p *decision) readPrivacy() (*people.Requirements, error) {
	c := p.Call
	if c.Arguments["privacy"] == nil {
		if p.onViolation == onAllow {
			return nil, nil
		}
		return nil, c.Errorf("privacy must be given, so that the release can be checked; or on_violation := 'allow' to apply the recipe unchecked")
	}
	required, err := people.ReadRequirements(p.Input)
	if err == nil && p.Public != "" && (p.onViolation == onHold || p.onViolation == onSuppress) {
		err = c.Errorf("on_violation must be 'error' or 'allow' where privacy has %s, got '%s': %s; make a new recipe, or leave people out in a query given as tbl", required.Beside(), p.onViolation, people.WhyNobody(required.Beside()))
	}
	return required, err
}

// safe is the CTE of those groups of named that may be released.
const safe = sqltext.SQL("__skyline_safe")

// addSafe adds safe: all groups, or an error, or those that are not left out.
func (p *decision) addSafe() {
	candidate, job := p.addCandidate(p.required)
	if p.onViolation == onError {
		job.Kernel, job.Why, job.Spec = holdsKernel.Name, "the release satisfies the requirements, and is of all rows", holdsSpec{CandidateSpec: candidate}
		job.Data = append(job.Data, sqltext.Member{Name: "why_outside", Value: "(SELECT why_outside FROM " + counts + " WHERE i IS NULL)"})
		p.Run(job)
		p.With(safe, "the groups, if the release may be made", sqltext.Fill("SELECT r.* FROM {named} AS r JOIN {verdict} AS guard ON guard.ok", sqltext.Args{"named": named, "verdict": verdict}))
		return
	}
	job.Kernel, job.Why = release.LeaveOutKernel.Name, "the groups to leave out, by their histograms"
	job.Spec = release.LeaveOutSpec{CandidateSpec: candidate, Suppression: everybody}
	p.Run(job)
	p.addLeftOut(p.required)
	undivided := p.undivided()
	p.With(safe, "the groups that are not left out", sqltext.Fill("SELECT r.* FROM {named} AS r ANTI JOIN {left} AS o ON o.g = r.g{undivided}",
		sqltext.Args{"named": named, "left": leftOut, "undivided": undivided}))
}

// everybody is the share that may be left out where all may.
const everybody = 1
