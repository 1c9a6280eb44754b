// A process of connections.test.mjs: asks on several connections at once, and
// prints every answer as JSON. It is of its own because as many queries run at
// once as UV_THREADPOOL_SIZE said when the process began.

import { connect, open, rows } from './duckdb.mjs';

const [connections, rounds] = process.argv.slice(2).map(Number);

const database = await open();
const first = await connect(database);
await first.run('CREATE TABLE t AS SELECT i % 10 AS g, i // 10 AS v FROM range(1000) r(i)');

/** One connection's questions, each different, and mistakes in between. */
async function ask(number) {
	const connection = await connect(database);
	const answers = [];
	for (let round = 0; round < rounds; round++) {
		const k = (number * rounds + round) % 99;
		const sql = `SELECT count(*)::DOUBLE, min(breach), max(breach) FROM skyline_check('t', ['g'], 'v', k := ${k})`;
		const mistake = rows(connection, "FROM skyline_check('t', ['g'], 'v', c := 2)").then(
			() => '',
			(e) => e.message,
		);
		const [answer] = await rows(connection, sql);
		answers.push({ k, answer, error: await mistake });
	}
	connection.closeSync();
	return answers;
}

const answers = await Promise.all([...Array(connections).keys()].map(ask));
first.closeSync();
database.closeSync();
console.log(JSON.stringify(answers.flat()));
