package main

import (
	"bytes"
	"os"
	"testing"
)

func TestFileIsUpToDate(t *testing.T) {
	want, err := descriptions()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../docs/function_descriptions.csv")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("the file is stale: run go generate ./ext/community/gen")
	}
}
