// From a table to a release and its report.

import { test } from 'node:test';
import { runProgram, userFolder } from './user.mjs';

const program = (name, text) => test(name, (t) => runProgram(text, userFolder(t)));

program('a plan, a release and its report', `
	import { plan, release, report } from 'skyline-privacy';
	const connection = await (await create()).connect();
	await connection.run(\`CREATE TABLE stays AS SELECT 'Ann ' || i AS name, 20 + i * i * 7 % 31 AS age, ['F', 'M'][1 + i % 2] AS sex,
		['flu', 'cold', 'gout', 'none', 'hiv'][1 + (i * i + i // 7) % 5] AS disease FROM range(90) t(i)\`);
	const planned = await plan(connection, 'stays', { purpose: 'internal', keep: ['age'] });
	assert.deepEqual(planned.filter((row) => row.question !== null).map((row) => row.attribute), ['disease']);
	assert.match((await refusal(release(connection, 'stays', planned, 'safe'))).message, /columns without a role must be decided first/);
	planned.find((row) => row.attribute === 'disease').role = 'sensitive';
	const checked = await release(connection, 'stays', planned, 'sa"fe');
	assert.ok(checked.length > 1 && checked.every((row) => row.holds));
	// By hand: everybody is there, and nobody looks like fewer than five.
	assert.deepEqual(await rows(connection, 'SELECT sum(n)::INT, min(n) >= 5 FROM (SELECT count(*) AS n FROM "sa""fe" GROUP BY age, sex)'), [[90, true]]);
	assert.match(await report(connection, 'stays', 'sa"fe', planned), /^<!DOCTYPE html>/);
	// Carried on, it is the same plan, and begins with what a second release would tell.
	const [warning, ...again] = await plan(connection, 'stays', { plan: planned });
	assert.deepEqual([warning.attribute, warning.requirement], [null, null]);
	assert.match(warning.finding, /another release of the same people tells more than one/);
	assert.deepEqual(again.map((row) => [row.attribute, row.role, row.steps]), planned.map((row) => [row.attribute, row.role, row.steps]));
`);
