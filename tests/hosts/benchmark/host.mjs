// Node's part of the benchmark: see main.go.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { DuckDBInstance, version } = createRequire(join(process.argv[2], 'package.json'))('@duckdb/node-api');
const asked = JSON.parse(readFileSync(0, 'utf8'));
const instance = await DuckDBInstance.create(asked.path, { allow_unsigned_extensions: 'true' });
const connection = await instance.connect();
const started = performance.now();
await connection.run(`LOAD '${asked.extension}'`);
const load = performance.now() - started;
await connection.run("SET search_path = 'main,skyline.main'");
const times = {};
const results = {};
for (let round = 0; round < 2; round++) {
	for (const [name, statement] of Object.entries(asked.statements)) {
		const start = performance.now();
		const reader = await connection.runAndReadAll(statement);
		(times[name] ??= []).push(performance.now() - start);
		results[name] = String(reader.getRows()[0][0]);
	}
}
console.log(JSON.stringify({ Version: version(), Load: load, Times: times, Results: results }));
