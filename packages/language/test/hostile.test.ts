import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { beforeAll, expect, test } from 'vitest';
import { compile } from '../src/index.ts';
import { CATALOG } from './catalog.ts';
import { escaped, HOSTILE } from './hostile/hostile-texts.ts';
import { PLACES, select } from './hostile/places.ts';
import { proveAt, unspeakable } from './hostile/prove.ts';
import { createSources, type Database, openDatabase } from './open-database.ts';

/** At each place one text in so many, beginning with another one; the long test takes all at each. */
const SHARE = 10;

/** Returns true for control characters that a script must not contain. */
const isControl = (char: string): boolean => char < ' ' && char !== '\t' && char !== '\n';

let database: Database;
beforeAll(async () => {
  database = await openDatabase();
});

test('the hostile texts number over two hundred', () => {
  expect(HOSTILE.length).toBeGreaterThan(200);
});

test.each(sampleCells(Object.keys(PLACES).entries().toArray(), 3))(
  '%i: each as %s gives a message or is plain data',
  (turn, place) =>
    proveAt(
      database,
      place,
      HOSTILE.filter((_, index) => (index + turn) % SHARE === 0),
      3,
    ),
);

test.each(sampleCells([0, 1, 2, 3, 4], 5))('what is written comes back: texts of part %i', async (part) => {
  // Rows come back as objects, which cannot hold a value under that one name.
  const texts = HOSTILE.filter((text) => !unspeakable(text) && ![...text].some(isControl) && text !== '__proto__');
  expect(texts.length).toBeGreaterThan(200);
  for (const text of texts.filter((_, index) => index % 5 === part)) {
    const { plan, messages } = compile(
      [
        {
          path: 'a.sbs',
          text: select(
            `'${escaped(text)}' as "${escaped(text)}", replace(s, 's', '${escaped(text)}') as q1, literal "${escaped(text)}" as q2`,
          ),
        },
      ],
      CATALOG,
    );
    if (!plan) {
      // An empty or reserved name is refused, in so many words.
      expect(messages.find((message) => message.type === 'error')?.code, JSON.stringify(text)).toMatch(
        /SBS1018|SBS2017|SBS2015/,
      );
      continue;
    }
    await createSources(database, plan, {
      d: `SELECT 's' AS s, 't' AS t, 1::BIGINT AS i, NULL::DATE AS day, NULL::TIMESTAMP AS at, NULL::JSON AS doc, {'x': 1::BIGINT} AS r, ['x'] AS l`,
    });
    const [row] = await database.run(plan.tables[0]?.sql.duckdb ?? '');
    // What reads DuckDB's answers takes a byte order mark at their start for none of theirs.
    const read = text.replace(/^\ufeff/, '');
    expect(Object.values(row ?? {}), JSON.stringify(text)).toEqual([read, read, read]);
    expect(Object.keys(row ?? {})[0]?.replace(/^\ufeff/, ''), JSON.stringify(text)).toBe(read);
  }
});
