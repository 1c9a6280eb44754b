// A process of its own for tests that a crash may end, or that look at what a
// process leaves behind. Started by startChild and runChild in process.mjs.
//
// Its argument is a job, in JSON: a database's path and config, statements to be
// run one after the other, and whether to close the database at the end. It
// prints a line of JSON for each statement, {"rows": …} or {"error": …}, and then
// one with the files that are still open, {"files": […]}.

import { openPlain, rows } from './duckdb.mjs';
import { openFiles } from './helpers.mjs';

const { path, config, statements, close } = JSON.parse(process.argv[2]);

function print(line) {
	// JSON has no bigint.
	process.stdout.write(`${JSON.stringify(line, (_, value) => (typeof value === 'bigint' ? Number(value) : value))}\n`);
}

const database = await openPlain(path, config);
const connection = await database.connect();
for (const sql of statements) {
	try {
		print({ rows: await rows(connection, sql) });
	} catch (e) {
		print({ error: e.message });
	}
}
if (close) {
	connection.closeSync();
	database.closeSync();
}
print({ files: openFiles() });
