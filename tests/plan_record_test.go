package tests

import (
	"os"
	"strings"
	"testing"

	"skyline/sqlfuncs"
	"skyline/sqlfuncs/call"
)

// TestEveryProofIsCompared goes through the registry: a function that is given a plan, and a recipe or a
// certificate, compares them, which plan_record.test shows of it.
func TestEveryProofIsCompared(t *testing.T) {
	script, err := os.ReadFile("sql/all_functions/plan_record.test")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, f := range sqlfuncs.Functions() {
		if f.Param(call.ParamPlan.Name) == nil || f.Param("recipe") == nil && f.Param("certificate") == nil {
			continue
		}
		compared++
		if !strings.Contains(string(script), f.Name+"(") {
			t.Errorf("%s is not called with another plan", f.Name)
		}
	}
	if compared < 5 {
		t.Errorf("%d functions are given a recipe or a certificate", compared)
	}
}
