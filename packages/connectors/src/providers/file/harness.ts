import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenHarness } from '../../testing/harness.ts';
import { readCsv } from '../../testing/read-csv.ts';

export const openHarness: OpenHarness = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'file-harness-'));
  return {
    key: null,
    wrongKeys: [],
    folders: { read: [], write: [folder] },
    place: async (place) => {
      return {
        parameters: () => ({ path: `${place}/{YYYY-MM-DD}.csv` }),
        rows: async (_, reportDate) => {
          const path = join(folder, place, `${reportDate}.csv`);
          return existsSync(path) ? readCsv(readFileSync(path, 'utf8')).rows : [];
        },
        leftovers: async () =>
          readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
            (name) => name.startsWith(place) && name.endsWith('.part'),
          ),
      };
    },
    close: async () => rmSync(folder, { recursive: true }),
  };
};
