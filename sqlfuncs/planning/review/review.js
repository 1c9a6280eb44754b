"use strict";
// The page of a plan: roles are chosen, and what they mean is read from numbers that are in the
// page. data.plan are the rows of release_plan, data.subsets those of quasi_identifier_profile, and
// data.detail are the bits of detail of each column (column_profile's entropy). data.levels are how
// detailed columns may be shown: at a level a column is another one in subsets and detail.
const data = JSON.parse(document.getElementById("data").textContent);
const columns = data.plan.filter((row) => row.attribute !== null);
const proposed = new Map(columns.map((row) => [row.attribute, row.role]));
const planned = new Map(columns.map((row) => [row.attribute, row.steps ?? null]));
const roles = [
  ["qi", "others may know it"],
  ["sensitive", "nobody must learn it"],
  ["person", "numbers the people"],
  ["other", "neither: kept as it is"],
  ["drop", "not released"],
];
const special = { identifier: "names people: dropped", free_text: "free text: dropped", weight: "weight", sampling_weight: "sampling weight", stratum: "shown as it is" };
const people = (n) => n.toLocaleString("en") + (n === 1 ? " person" : " people");
const percent = (x) => (x > 0 && x < 0.001 ? "< 0.1 %" : Math.round(1000 * x) / 10 + " %");
const and = (names) => names.slice(0, -1).join(", ") + (names.length > 1 ? " and " : "") + names.slice(-1);

function element(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) e.setAttribute(key, value);
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

// share is the share of the people whom the columns single out.
const share = (subset) => (data.people > 0 ? subset.unique_people / data.people : 0);

// worst returns the subset of columns that singles out most people, the smallest such one.
function worst(subsets) {
  return subsets.reduce((best, s) => {
    const more = best === null ? 1 : s.unique_people - best.unique_people;
    return more > 0 || (more === 0 && s.columns.length < best.columns.length) ? s : best;
  }, null);
}

// known are the subsets of which others know every column, at its level.
function known() {
  return data.subsets.filter((s) => s.columns.every(isKnown));
}

// levelsOf are the levels that are offered for a column, level is the one that is chosen.
const levelsOf = (row) => data.levels.filter((l) => l.attribute === row.attribute);
const level = (row) => levelsOf(row).find((l) => l.steps === (row.steps ?? ""));

// at is what a column is called in subsets: others know it as it is shown.
const at = (row) => (row.role === "qi" && level(row)?.column) || row.attribute;
const rowAt = (name) => columns.find((row) => at(row) === name);
const isKnown = (name) => rowAt(name)?.role === "qi";
const named = (subset) => and(subset.columns.map((name) => rowAt(name)?.attribute ?? name));
const isCoarser = (row) => at(row) !== row.attribute;
const detail = (name) => data.detail[name] ?? 0;

const dropped = (role) => ["identifier", "person", "free_text", "drop"].includes(role);
const open = () => columns.filter((row) => row.role === null);

function verdict() {
  const lines = [];
  const waiting = open();
  if (waiting.length > 0) {
    lines.push(`${waiting.length} question${waiting.length > 1 ? "s are" : " is"} open: ${and(waiting.map((row) => row.attribute))}. Nothing is released while a question is open.`);
  } else {
    lines.push("No question is open.");
  }
  const alone = worst(known());
  if (alone === null) {
    lines.push("No column is one that others may know: choose at least one.");
  } else if (alone.unique_people === 0) {
    lines.push("Nobody is alone by up to three of the columns that others may know.");
  } else {
    const table = columns.some(isCoarser) ? "With no more detail than you choose" : "In the table as it is";
    lines.push(`${table}, ${named(alone)} single out ${people(alone.unique_people)} of ${data.people.toLocaleString("en")} (${percent(share(alone))}).${data.least > 0 ? ` A release makes at least ${data.least} people alike.` : ""}`);
  }
  const released = columns.filter((row) => row.role !== null && !dropped(row.role));
  const generalized = released.filter((row) => row.role === "qi");
  lines.push(`${released.length} of ${columns.length} columns are released, ${generalized.length} of them with less detail.${droppedDetail()}${coarserDetail()}`);
  document.getElementById("verdict").replaceChildren(...lines.map((line) => element("p", {}, line)));
}

// droppedDetail says how much of the detail is dropped with columns that no rule asks to drop.
function droppedDetail() {
  let all = 0;
  let gone = 0;
  for (const row of columns) {
    if (row.role === null || (dropped(row.role) && row.role !== "drop")) continue;
    const bits = detail(row.attribute);
    all += bits;
    if (row.role === "drop") gone += bits;
  }
  return all > 0 && gone > 0 ? ` Columns that you drop hold ${percent(gone / all)} of the detail.` : "";
}

// lost is the share of a column's detail that its level takes.
const lost = (row) => (detail(row.attribute) > 0 ? 1 - Math.min(1, detail(at(row)) / detail(row.attribute)) : 0);

// coarserDetail says how much of what others may know goes with the levels that are chosen.
function coarserDetail() {
  const having = columns.filter((row) => row.role === "qi" && detail(row.attribute) > 0);
  if (!having.some(isCoarser)) return "";
  return ` The levels take ${percent(having.reduce((sum, row) => sum + lost(row), 0) / having.length)} of the detail of what others may know.`;
}

function risk(label, value) {
  const bar = element("i");
  bar.style.width = 100 * Math.min(1, value) + "%";
  return element("div", { class: "risk" }, element("span", {}, label), element("span", { class: "track", "aria-hidden": "true" }, bar), element("b", {}, percent(value)));
}

function risks(row) {
  const name = at(row);
  const having = data.subsets.filter((s) => s.columns.includes(name));
  if (having.length === 0) return [];
  const alone = having.find((s) => s.columns.length === 1);
  const most = worst(having.filter((s) => s.columns.every((c) => c === name || isKnown(c))));
  const lines = alone ? [risk("alone with it", share(alone))] : [];
  if (most !== null && most.columns.length > 1) lines.push(risk("alone with " + named(most), share(most)));
  if (isCoarser(row)) lines.push(risk("detail lost by the level", lost(row)));
  return lines;
}

function choice(row) {
  const offered = roles.slice();
  const own = proposed.get(row.attribute);
  if (own !== null && !offered.some(([role]) => role === own)) offered.unshift([own, special[own] ?? own]);
  const set = element("fieldset", {}, element("legend", {}, "Role of " + row.attribute));
  for (const [role, words] of offered) {
    const input = element("input", { type: "radio", name: "role-" + columns.indexOf(row), value: role });
    input.checked = row.role === role;
    input.addEventListener("change", () => {
      row.role = role;
      show();
    });
    set.append(element("label", { class: "role", title: role }, input, words));
  }
  return set;
}

// levelChoice offers the levels of a column that others may know.
function levelChoice(row) {
  const offered = levelsOf(row);
  if (offered.length < 2) return null;
  const set = element("fieldset", { class: "levels" }, element("legend", {}, "Detail of " + row.attribute), element("span", { "aria-hidden": "true" }, "Ranges: "));
  for (const [i, l] of offered.entries()) {
    const input = element("input", { type: "radio", name: "level-" + columns.indexOf(row), value: i });
    input.checked = (row.steps ?? "") === l.steps;
    input.addEventListener("change", () => {
      row.steps = l.steps || null;
      row.treatment = l.treatment;
      show();
    });
    set.append(element("label", { class: "role", title: l.treatment }, input, l.words));
  }
  return set;
}

const articles = new Map();

function build() {
  const list = document.getElementById("columns");
  for (const row of columns) {
    const parts = { risks: element("div"), treatment: element("span"), levels: levelChoice(row) };
    parts.article = element("article", { id: "column-" + columns.indexOf(row) }, element("h3", {}, row.attribute, " ", parts.treatment), element("p", {}, row.finding ?? ""),
      row.question === null ? null : element("p", { class: "question" }, row.question), choice(row), parts.levels, parts.risks);
    articles.set(row, parts);
    list.append(parts.article);
  }
  const rules = document.getElementById("requirements");
  for (const row of data.plan.filter((r) => r.attribute === null)) rules.append(element("p", {}, [row.context && row.context + ":", row.stated, row.finding, row.question].filter(Boolean).join(" ")));
  document.getElementById("save").addEventListener("click", save);
}

function treatment(row) {
  if (row.role === null) return "";
  if (dropped(row.role)) return "· dropped";
  if (isCoarser(row)) return "· " + level(row).treatment;
  return row.role === proposed.get(row.attribute) && row.treatment ? "· " + row.treatment : row.role === "qi" ? "· with less detail" : "· as it is";
}

function show() {
  verdict();
  for (const [row, parts] of articles) {
    parts.article.classList.toggle("open", row.role === null);
    parts.treatment.textContent = treatment(row);
    if (parts.levels) parts.levels.hidden = row.role !== "qi";
    parts.risks.replaceChildren(...(dropped(row.role) ? [] : risks(row)));
  }
  document.getElementById("sql").value = sql();
}

const quoted = (text) => "'" + text.replaceAll("'", "''") + "'";

// sql are the statements that write the choices into the table plan.
function sql() {
  const changes = (row) => {
    const set = [];
    if (row.role !== null && (row.role !== proposed.get(row.attribute) || row.question !== null)) set.push(`role = ${quoted(row.role)}, question = NULL`);
    if ((row.steps ?? null) !== planned.get(row.attribute)) set.push(`steps = ${row.steps === null ? "NULL" : quoted(row.steps)}`);
    return set.join(", ");
  };
  return columns
    .filter((row) => changes(row) !== "")
    .map((row) => `UPDATE plan SET ${changes(row)} WHERE attribute = ${quoted(row.attribute)};`)
    .join("\n");
}

const cell = (value) => (value === null || value === undefined ? "" : /[",\r\n]|^$/.test(value) ? '"' + String(value).replaceAll('"', '""') + '"' : String(value));

// csv is the plan as COPY writes it.
function csv() {
  const answered = (row, key) => (key === "question" && row.attribute !== null && row.role !== null ? null : row[key]);
  const lines = [data.header.map(cell).join(",")];
  for (const row of data.plan) lines.push(data.header.map((key) => cell(answered(row, key))).join(","));
  return lines.join("\n") + "\n";
}

function save() {
  const url = URL.createObjectURL(new Blob([csv()], { type: "text/csv" }));
  const link = element("a", { href: url, download: data.name + ".plan.csv" });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

document.title = document.querySelector("h1").textContent = "The plan of a release of " + data.table;
build();
show();
