/**
 * Records the answers of PostgreSQL for `dialect-values.test.ts`, because no server runs in it:
 * `node packages/language/test/mistakes/record-postgres.ts postgres://postgres@127.0.0.1:5432/postgres`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { type Decided, statementOf, tableOfRows } from './dialect-rows.ts';

const DATA = new URL('./dialect-values.jsonl', import.meta.url);
const ANSWERS = new URL('./dialect-values.postgres.jsonl', import.meta.url);
/** Dates and moments, which the client would make objects of. */
const TEXTS = new Set([1082, 1114, 1184]);

const client = new pg.Client({ connectionString: process.argv[2] });
await client.connect();
await client.query("SET TimeZone = 'UTC'");
await client.query(`CREATE TEMPORARY TABLE ads AS ${tableOfRows('postgres')}`);
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    TEXTS.has(oid) ? (text: string) => text : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};
const answers: Record<string, unknown[]> = {};
for (const line of readFileSync(DATA, 'utf8').split('\n').filter(Boolean)) {
  const decided = JSON.parse(line) as Decided;
  if (decided[1] !== 'postgres') continue;
  const text = statementOf(decided);
  const { rows } = await client.query<{ v: unknown }>({ text, types });
  answers[text] = rows.map(({ v }) => v);
}
const lines = Object.entries(answers).map((each) => JSON.stringify(each));
writeFileSync(ANSWERS, `${lines.join('\n')}\n`);
await client.end();
process.stdout.write(`${lines.length} answers recorded\n`);
