import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inferColumns } from '@switchboard/language/propose/columns';
import { proposeScript } from '@switchboard/language/propose/script';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../../test/run-command.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-run-proposed-'));
  await mkdir(join(folder, 'imported'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each([
  [
    ',',
    'id,Order Date,from,total,zip,note,paid,seen\n1,31.01.2026,a,1.5,01234,"x, ""y""",yes,2026-01-31 10:20\n2,01.12.2025,b,-20,99999,,no,2026-02-01T00:00:00Z\n',
    'id,order_date,from_,total,zip,note,paid,seen\n1,2026-01-31,a,1.5,01234,"x, ""y""",true,2026-01-31 10:20:00\n2,2025-12-01,b,-20.0,99999,,false,2026-02-01 00:00:00\n',
  ],
  [
    ';',
    'größe;cost;day\n1;1,50;13/01/2026\n2;2,25;01/02/2026\n',
    'gro_e,cost,day\n1,1.50,2026-01-13\n2,2.25,2026-02-01\n',
  ],
])('a proposed script delivers every row of a file with %j between its values', async (delimiter, text, delivered) => {
  const [header = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) =>
      line
        .replaceAll('""', '')
        .replaceAll(/"([^"]*)"/g, 'x')
        .split(delimiter),
    );
  const proposed = inferColumns(header, rows);
  await writeFile(join(folder, 'imported/orders.csv'), text);
  await writeFile(
    join(folder, 'orders.sbs'),
    proposeScript({ name: 'orders', path: 'imported/orders.csv', delimiter, ...proposed }),
  );
  const { code, err } = await runCommand(['run', 'orders.sbs', '--date', '2026-11-19'], folder);
  expect([code, err.match(/warning|error/i)]).toEqual([0, null]);
  expect(await readFile(join(folder, 'out/orders.csv'), 'utf8')).toBe(delivered);
});
