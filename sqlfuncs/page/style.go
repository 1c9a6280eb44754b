package page

import "skyline/sqlfuncs/page/chart"

// sheet is the style of the page. One colour is for what is drawn, one for what does not
// hold, one for limits that are exceeded, one for what holds; none of them is needed to understand the page. All text has a
// contrast of 4.5 at least. A notebook may show the page among other things, so all rules but
// those of a page by itself are within its element, or within a picture.
const sheet = chart.Sheet + `
@page { size: A4; margin: 18mm 18mm 20mm; @bottom-right { content: counter(page) " / " counter(pages); color: #566270; font: 8pt sans-serif; } }
html:has(> body > main.skyline-report) { color-scheme: only light; background: #fff; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
html:has(> body > main.skyline-report) > body { margin: 0; background: #fff; }
@media print { html:has(> body > main.skyline-report) { font-size: 9.5pt; } }

main.skyline-report {
  color-scheme: only light; --ink: #1d2733; --soft: #566270; --rule: #d5dbe1; --accent: #1f5582; --bad: #a12622; --good: #1c6b47; --warn: #8a5a00;
  * { box-sizing: border-box; }
  background: #fff; color: var(--ink); font: 1rem/1.55 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Liberation Sans", sans-serif; overflow-wrap: anywhere; font-variant-numeric: tabular-nums;
  max-width: 60rem; margin: 0 auto; padding: 3.5rem 2rem 5rem;
  h1, h2, h3 { line-height: 1.25; font-weight: 600; text-wrap: balance; break-inside: avoid; break-after: avoid; }
  h1 { margin: 0 0 2rem; font-size: 2rem; letter-spacing: -0.01em; }
  h2 { margin: 0 0 1rem; font-size: 1.3rem; }
  h3 { margin: 2rem 0 0.25rem; font-size: 1rem; }
  p { margin: 0 0 0.75rem; max-width: 42rem; orphans: 3; widows: 3; }
  section { margin: 3.5rem 0 0; }
  .note, figcaption { color: var(--soft); font-size: 0.9rem; }
  code, pre, .versions dd { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.92em; }
  bdi { unicode-bidi: isolate; }

  .verdict { display: flex; gap: 1.25rem; margin: 0; padding: 1.5rem 1.75rem; border: 1px solid var(--rule); border-left: 0.4rem solid var(--soft); border-radius: 0.25rem; break-inside: avoid; }
  .verdict.yes { border-left-color: var(--good); }
  .verdict.no { border-left-color: var(--bad); }
  .verdict.limits { border-left-color: var(--warn); }
  .verdict h2 { margin-bottom: 0.5rem; font-size: 1.4rem; }
  .verdict.yes h2 { color: var(--good); }
  .verdict.no h2 { color: var(--bad); }
  .verdict.limits h2 { color: var(--warn); }
  .verdict p:last-child { margin-bottom: 0; }
  .verdict .sign { flex: none; width: 2rem; height: 2rem; }
  .sign { width: 0.85em; height: 0.85em; fill: none; stroke: var(--soft); stroke-width: 2.4; stroke-linecap: round; stroke-linejoin: round; }
  .sign.yes { stroke: var(--good); }
  .sign.no { stroke: var(--bad); }
  .sign.limits { stroke: var(--warn); }
  .held.none, .missing { color: var(--soft); }
  .held { display: inline-flex; gap: 0.45em; align-items: baseline; white-space: nowrap; }
  .held .sign { flex: none; }

  dl { margin: 0; }
  dd { margin: 0; }
  .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(9.5rem, 100%), 1fr)); gap: 1.25rem 2rem; margin-bottom: 2rem; }
  .facts div { break-inside: avoid; }
  .facts dt { color: var(--soft); font-size: 0.85rem; }
  .facts.versions { grid-template-columns: 1fr; gap: 0.5rem; margin: 0; }
  .versions div { display: grid; grid-template-columns: minmax(0, 11rem) minmax(0, 1fr); gap: 0 2rem; align-items: baseline; }

  table { width: 100%; border-collapse: collapse; table-layout: fixed; font-size: 0.92rem; line-height: 1.45; }
  th, td { padding: 0.6rem 1.25rem 0.6rem 0; text-align: left; vertical-align: top; font-weight: 400; border-bottom: 1px solid var(--rule); }
  th:last-child, td:last-child { padding-right: 0; }
  thead th { color: var(--soft); font-size: 0.85rem; border-bottom: 1px solid var(--ink); vertical-align: bottom; }
  tbody th { font-weight: 600; }
  tbody th code { font-weight: 400; }
  .number { padding-right: 2rem; text-align: right; }
  .w-name { width: 31%; }
  .w-type { width: 18%; }
  .w-rule { width: 22%; }
  .w-number { width: 13.5%; }
  .w-holds { width: 15%; }
  .w-lost { width: 14%; }
  .w-small { width: 27.5%; }
  tr { break-inside: avoid; }
  thead { display: table-header-group; break-inside: avoid; }
  table.short, .criterion:has(.short), .story, .checks li { break-inside: avoid; }
  section > .note, .criterion > .note { break-after: avoid; }
  td .note, th .note { margin: 0.2rem 0 0; font-size: 0.8rem; font-weight: 400; line-height: 1.4; }

  .story { padding-left: 1.5rem; border-left: 2px solid var(--accent); }
  .story p:last-child { margin-bottom: 0; }

  figure { display: grid; grid-template-columns: minmax(0, 31rem) minmax(0, 1fr); gap: 1rem 3rem; align-items: start; margin: 1.5rem 0 0; break-inside: avoid; }
  svg { display: block; width: 100%; height: auto; }
  svg.sign, .box svg { display: inline-block; }
  figcaption .curves { margin: 0.75rem 0 0; padding: 0; list-style: none; }
  figcaption li { margin-bottom: 0.4rem; }
  figcaption b, figcaption bdi { color: var(--ink); font-weight: 600; }
  svg.key { display: inline-block; width: 2.25rem; height: 0.5rem; margin-right: 0.5rem; vertical-align: 0.1rem; }
  td svg { max-width: 11rem; }
  td svg.meter { max-width: 5.5rem; margin-top: 0.35rem; }

  ol.checks, #not-covered + ul { margin: 0; padding-left: 1.4rem; }
  #not-covered + ul li { max-width: 42rem; margin-bottom: 0.5rem; }
  .checks li { margin-bottom: 0.9rem; }
  .checks li::marker { color: var(--soft); font-size: 0.9rem; }
  pre { margin: 0; padding: 0.6rem 1rem; border: 1px solid var(--rule); border-radius: 0.25rem; white-space: pre-wrap; line-height: 1.5; tab-size: 4; }

  .versions, .signature { break-inside: avoid; }
  section:has(.versions) + .signature { break-before: avoid; }
  .decision { display: flex; flex-wrap: wrap; gap: 0.75rem 2.5rem; margin-top: 1.25rem; }
  .box { display: inline-flex; gap: 0.6rem; align-items: baseline; }
  .box svg { flex: none; width: 0.95rem; height: 0.95rem; fill: none; stroke: var(--ink); transform: translateY(0.15rem); }
  .lines { display: grid; grid-template-columns: 2fr 1fr 2fr; gap: 2rem; margin-top: 4.5rem; }
  .line { margin: 0; padding-top: 0.4rem; border-top: 1px solid var(--ink); color: var(--soft); font-size: 0.85rem; }

  @media screen and (max-width: 46rem) {
    padding: 2rem 1.25rem 3rem;
    h1 { font-size: 1.6rem; }
    figure { grid-template-columns: minmax(0, 1fr); }
    .verdict { padding: 1.25rem; gap: 1rem; }
    .versions div { grid-template-columns: minmax(0, 1fr); }
    table, tbody, tr, tbody th, td { display: block; width: auto; }
    thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    tr { padding: 0.9rem 0; border-bottom: 1px solid var(--rule); }
    tbody tr:first-child { border-top: 1px solid var(--ink); }
    th, td, .number { padding: 0.2rem 0; border: 0; text-align: left; }
    .w-type, .w-rule, .w-number, .w-holds, .w-lost, .w-small, .w-rest { width: auto; }
    td { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0 1rem; }
    td::before { content: attr(data-label); color: var(--soft); font-size: 0.85rem; }
    td > * { grid-column: 2; }
    td:empty { display: none; }
    .lines { grid-template-columns: minmax(0, 1fr); gap: 4rem; }
  }

  @media print {
    max-width: none; padding: 0;
    h1 { margin-bottom: 1.5rem; }
    section { margin-top: 2.25rem; }
    p, li, dd { break-inside: avoid; }
    .verdict { margin-top: 0; }
    figure { grid-template-columns: minmax(0, 100mm) minmax(0, 1fr); gap: 1rem 2rem; }
  }
}
`
