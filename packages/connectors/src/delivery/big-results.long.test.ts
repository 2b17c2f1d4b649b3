import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Column } from '@switchboard/model/schema';
import { expect, it } from 'vitest';
import type { Content } from '../spec.ts';
import { buildDelivery } from '../testing/delivery.ts';
import { DESTINATIONS, openHarness } from '../testing/destinations.ts';
import { runErrand } from '../testing/run-errand.ts';

const COLUMNS: readonly Column[] = [
  { name: 'id', type: { kind: 'integer' }, nullable: false },
  { name: 'note', type: { kind: 'string' }, nullable: true },
];

it.each(DESTINATIONS.map(({ spec }) => spec.name))(
  '%s is sent a big result without keeping it in memory',
  { timeout: 120_000 },
  async (name) => {
    const harness = await openHarness(name);
    const scratch = mkdtempSync(join(tmpdir(), 'big-results-'));
    try {
      const place = await harness.place('big');
      const memory = async (megabytes: number, fence: number): Promise<number> => {
        const request = buildDelivery(await bigContent(scratch, megabytes), {
          columns: COLUMNS,
          key: harness.key,
          parameters: place.parameters('replace_date'),
          mode: 'replace_date',
          fence,
        });
        return Number(await runErrand(scratch, { connector: name, request, folders: harness.folders, end: 'report' }));
      };
      const [small, large] = [await memory(32, 1), await memory(128, 2)];
      expect((large - small) / 1024 ** 2).toBeLessThan(48);
    } finally {
      await harness.close();
      rmSync(scratch, { recursive: true });
    }
  },
);

/** A result of so many megabytes in rows of a kilobyte. */
async function bigContent(scratch: string, megabytes: number): Promise<Content> {
  const path = join(scratch, `${megabytes}.csv`);
  const filler = 'x'.repeat(1010);
  const rows = megabytes * 1024;
  const chunks = function* (): Generator<string> {
    yield 'id,note\n';
    for (let first = 0; first < rows; first += 1024) {
      const ids = Array.from({ length: 1024 }, (_, index) => String(first + index).padStart(8, '1'));
      yield ids.map((id) => `${id},${filler}\n`).join('');
    }
  };
  const hash = createHash('sha256');
  let bytes = 0;
  await writeFile(
    path,
    (function* () {
      for (const chunk of chunks()) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    })(),
  );
  return { format: 'csv', path, bytes, rows, sha256: hash.digest('hex') };
}
