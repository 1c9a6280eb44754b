package chart

// Sheet is the style of pictures, for what shows them. One colour is for what is drawn, one
// for what was there before, one for limits; all of them differ in grey. Programs that draw
// pictures know less of CSS than browsers do, so no rule has a variable or another rule in it.
const Sheet = `
.skyline-chart text { font-size: 13px; fill: #1d2733; }
.skyline-chart .tick { font-size: 12.5px; fill: #566270; }
.skyline-chart .warn { fill: #a12622; }
.skyline-chart .grid { stroke: #d5dbe1; stroke-width: 1; }
.skyline-chart .axis { stroke: #1d2733; stroke-width: 1; }
.skyline-chart .curve { fill: none; stroke: #1f5582; stroke-width: 2.2; stroke-linejoin: round; }
.skyline-chart .area { fill: #1f5582; fill-opacity: 0.08; }
.skyline-chart .mark { fill: #fff; stroke: #1f5582; stroke-width: 1.6; }
.skyline-chart .lead { fill: none; stroke: #566270; stroke-width: 0.8; stroke-dasharray: 1 2; }
.skyline-chart .limit { stroke: #a12622; stroke-width: 1.4; stroke-dasharray: 7 4; }
.skyline-chart .dash1 { stroke-dasharray: 9 5; }
.skyline-chart .dash2 { stroke-dasharray: 2 4; }
.skyline-chart .dash3 { stroke-dasharray: 11 4 2 4; }
.skyline-chart .dash4 { stroke-dasharray: 18 5; }
.skyline-chart .dash5 { stroke-dasharray: 5 3; }
.skyline-chart .dash6 { stroke-dasharray: 11 4 2 4 2 4; }
.skyline-chart .dash7 { stroke-dasharray: 1 7; stroke-linecap: round; }
.skyline-chart .bar { fill: #1f5582; }
.skyline-chart .before { fill: #8a95a1; }
.skyline-chart .marked { fill: #fff; stroke: #a12622; stroke-width: 1.6; }
.skyline-chart .frame { fill: #fff; stroke: #8a95a1; stroke-width: 1; }
`

// alone is the style of a picture that nothing else is around: its own background, and
// colours for readers who prefer a dark one.
const alone = `
.skyline-figure { max-width: 100%; height: auto; }
.skyline-figure text { font-family: -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Liberation Sans", sans-serif; }
.skyline-figure .heading { font-size: 15px; font-weight: 600; }
.skyline-figure .paper { fill: #fff; }
@media (prefers-color-scheme: dark) {
.skyline-figure text { fill: #e6eaee; }
.skyline-figure .tick { fill: #a9b4bf; }
.skyline-figure .warn { fill: #f0938f; }
.skyline-figure .paper { fill: #161b21; }
.skyline-figure .grid { stroke: #39434d; }
.skyline-figure .axis { stroke: #e6eaee; }
.skyline-figure .curve { stroke: #7fb2e0; }
.skyline-figure .area { fill: #7fb2e0; fill-opacity: 0.14; }
.skyline-figure .mark { fill: #161b21; stroke: #7fb2e0; }
.skyline-figure .lead { stroke: #a9b4bf; }
.skyline-figure .limit { stroke: #f0938f; }
.skyline-figure .bar { fill: #7fb2e0; }
.skyline-figure .before { fill: #6d7883; }
.skyline-figure .marked { fill: #161b21; stroke: #f0938f; }
.skyline-figure .frame { fill: #161b21; stroke: #6d7883; }
}
`
