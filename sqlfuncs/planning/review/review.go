// Package review writes the page on which people choose the roles of a plan: one HTML
// document, complete in itself, with a script that asks nobody for anything. What it shows are
// the rows of a plan and counts of people; no value of the table is in either.
package review

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"strings"
)

var (
	//go:embed review.css
	style string
	//go:embed review.js
	script string
)

// Before, Data and After stand around the data of a page, a JSON object in which no "<" stands as
// it is; a picture may stand between Before and Data:
//
//	{"table": the table as people call it, "name": what a file of the plan begins with,
//	 "people": how many there are, "least": how many must be alike,
//	 "header": [the names of the plan's columns], "plan": [its rows],
//	 "subsets": [{"columns": [names], "unique_people": n}], "detail": {name: bits}}
//
// A browser may run the page's own script, which its hash says, and nothing else.
var (
	Before = before()
	After  = "</script>\n<script>" + script + "</script></body></html>\n"
)

func before() string {
	hash := sha256.Sum256([]byte(script))
	policy := "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'; base-uri 'none'; form-action 'none'"
	return strings.Join([]string{
		`<!DOCTYPE html>`,
		`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
		`<meta http-equiv="Content-Security-Policy" content="` + policy + `">`,
		`<title>The plan of a release</title><style>`, style + `</style></head><body><main>`,
		`<h1>The plan of a release</h1>`,
		`<p class="soft">Choose what each column is. What you choose is shown at once; nothing leaves this page.</p>`,
		`<div id="verdict" role="status" aria-live="polite"></div>`,
		`<h2>Columns, the gravest first</h2><div id="columns"></div>`,
		`<h2>What the release must satisfy</h2><div id="requirements"></div>`,
		``,
	}, "\n")
}

// What stands around a picture of what requirements cost, an SVG document, and its meaning, which is plain text without markup.
const (
	BeforeFigure  = "<h2>What requirements cost</h2><figure>"
	BehindFigure  = "<figcaption class=\"soft\">"
	BehindMeaning = "</figcaption></figure>\n"
)

// Data stands in front of the data.
const Data = `<h2>Take it away</h2><p><button id="save" type="button">Save the plan</button></p>
<p><label for="sql">Or change the table <code>plan</code> in SQL:</label></p><textarea id="sql" readonly spellcheck="false"></textarea>
</main><script type="application/json" id="data">`
