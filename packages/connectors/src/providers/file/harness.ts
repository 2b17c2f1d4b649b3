import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { OpenExample, OpenHarness, TestServer } from '../../testing/harness.ts';
import { readCsv } from '../../testing/read-csv.ts';

export const testServer: TestServer = {
  server: 'the disk itself',
  others: [],
  isApart: true,
  without: {
    refused: 'nothing is connected to',
    silent: 'nothing is connected to',
    cut: 'nothing is connected to',
    'wrong-key': 'it takes no key',
    missing: 'missing folders are made',
  },
};

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

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example: OpenExample = async (give) => {
  const folder = mkdtempSync(join(tmpdir(), 'file-example-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'in.csv'), 'a,b\n1,2\n');
  give(null, { read: [folder], write: [] });
  return { path: 'in.csv' };
};
