package attackers

import (
	"context"
	"errors"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// notRun is the measure of the only row of an attack that cannot be run on two tables, if it tells so;
// the meaning says why.
const notRun = "not_run"

// mostBeside is how many people are guessed about beside what else a statement computes, whose results
// are not kept for longer than a minute. 200,000 take 2 s of processor time with few rounds.
const mostBeside = 1_000_000

// sum is how many people there are.
func sum(counts []int64) (people int64) {
	for _, n := range counts {
		people += n
	}
	return people
}

// Linkage returns what attack_linkage answers to arguments, as a relation to stand in FROM. Where it cannot
// be run on the tables it is no error: the only row has the measure not_run.
func Linkage(c *call.Call, arguments map[string]any) (sqltext.SQL, error) {
	statement, err := planLinkage(c.Inner(AttackLinkage, arguments), true)
	return "(\n" + statement + "\n)", err
}

// Inference is the same of attack_inference.
func Inference(c *call.Call, arguments map[string]any) (sqltext.SQL, error) {
	statement, err := planInference(c.Inner(AttackInference, arguments), true)
	return "(\n" + statement + "\n)", err
}

// tellsWhy reports whether an error says that the attack does not fit the tables, rather than that
// it was interrupted or called with nonsense.
func tellsWhy(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() == nil && !errors.Is(err, host.ErrNotKept)
}
