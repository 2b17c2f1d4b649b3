import { beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../src/index.ts';
import { CATALOG } from './catalog.ts';
import { escaped, HOSTILE } from './hostile/hostile-texts.ts';
import { PLACES } from './hostile/places.ts';
import { checkMessages, proveAt } from './hostile/prove.ts';
import { type Database, openDatabase } from './open-database.ts';

const LONG = ['"', '😀', '(', '.', ' ', ';', '{'];

let database: Database;
beforeAll(async () => {
  database = await openDatabase();
});

describe.each(Object.entries(PLACES))('hostile texts as %s', (place, script) => {
  test('each gives a message or is plain data', () => proveAt(database, place, HOSTILE, 7));

  test('a million characters take bounded processor time and say little', () => {
    for (const piece of [LONG[Object.keys(PLACES).indexOf(place) % LONG.length] ?? 'x', 'x']) {
      const text = piece.repeat(1_000_000 / piece.length);
      const before = process.cpuUsage();
      const compilation = compile([{ path: 'a.sbs', text: script(escaped(text)) }], CATALOG);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(5000);
      checkMessages(compilation, `${place} of many ${piece}`);
    }
  });
});
