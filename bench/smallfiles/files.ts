import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceColumn } from '@switchboard/model/schema';
import { AD_COLUMNS, seeded } from '../ingest/ad-file.ts';

export type SmallFile = {
  readonly name: string;
  readonly path: string;
  readonly columns: readonly SourceColumn[];
  /** Physical lines (from 1, the header's included) of the dirty rows. */
  readonly dirtyLines: readonly number[];
};

export const ROWS = 1_000;
const SCHEMAS = 10;
const DIRTY_SHARE = 0.005;
const TWO = (value: number): string => String(value).padStart(2, '0');

/** Schemas of 11 to 20 columns; each has the integer column that dirty rows spoil. */
const columnsOf = (schema: number): readonly SourceColumn[] => AD_COLUMNS.slice(0, 11 + schema);

function value(kind: SourceColumn['type']['kind'], random: () => number): string {
  const whole = (limit: number): number => Math.floor(random() * limit);
  switch (kind) {
    case 'date':
      return `2025-${TWO(1 + whole(12))}-${TWO(1 + whole(28))}`;
    case 'datetime':
      return `2025-${TWO(1 + whole(12))}-${TWO(1 + whole(28))} ${TWO(whole(24))}:${TWO(whole(60))}:${TWO(whole(60))}`;
    case 'integer':
      return String(whole(1_000_000));
    case 'decimal':
      return (random() * 900).toFixed(6);
    case 'float':
      return (random() * 10).toFixed(4);
    case 'boolean':
      return random() < 0.5 ? 'true' : 'false';
    default:
      return random() < 0.05 ? `"Group ${whole(500)}, autumn"` : `Campaign ${whole(9_000)}`;
  }
}

/** Small reports of ten schemas with a few dirty rows each, the same for the same seed. */
export async function writeSmallFiles(folder: string, count: number): Promise<readonly SmallFile[]> {
  await mkdir(folder, { recursive: true });
  const random = seeded(11);
  const files: SmallFile[] = [];
  for (let index = 0; index < count; index += 1) {
    const columns = columnsOf(index % SCHEMAS);
    const lines = [columns.map(({ header }) => header).join(',')];
    const dirtyLines: number[] = [];
    for (let line = 2; line < ROWS + 2; line += 1) {
      const dirty = random() < DIRTY_SHARE;
      if (dirty) dirtyLines.push(line);
      lines.push(
        columns.map(({ name, type }) => (dirty && name === 'account_id' ? 'none' : value(type.kind, random))).join(','),
      );
    }
    const name = `small-${index}.csv`;
    await writeFile(join(folder, name), `${lines.join('\n')}\n`);
    files.push({ name, path: join(folder, name), columns, dirtyLines });
  }
  return files;
}
