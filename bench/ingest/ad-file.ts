import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { SourceColumn } from '@switchboard/model/schema';
import { LineList } from './line-list.ts';

/** A random generator with a fixed sequence for a seed (mulberry32). Values from 0 up to, not including, 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const money = { kind: 'decimal', precision: 18, scale: 6 } as const;
const column = (name: string, type: SourceColumn['type']): SourceColumn => ({
  name,
  header: name,
  type,
  nullable: true,
});

/** The 20 columns of the advertising report that the benchmark reads. */
export const AD_COLUMNS: readonly SourceColumn[] = [
  column('day', { kind: 'date' }),
  column('seen_at', { kind: 'datetime' }),
  column('account_id', { kind: 'integer' }),
  column('campaign_id', { kind: 'integer' }),
  column('campaign', { kind: 'string' }),
  column('ad_group', { kind: 'string' }),
  column('ad_id', { kind: 'integer' }),
  column('country', { kind: 'string' }),
  column('device', { kind: 'string' }),
  column('site', { kind: 'string' }),
  column('currency', { kind: 'string' }),
  column('impressions', { kind: 'integer' }),
  column('clicks', { kind: 'integer' }),
  column('conversions', { kind: 'integer' }),
  column('cost', money),
  column('revenue', money),
  column('ctr', { kind: 'float' }),
  column('position', { kind: 'float' }),
  column('is_mobile', { kind: 'boolean' }),
  column('creative', { kind: 'string' }),
];

const COUNTRIES = ['US', 'DE', 'FR', 'GB', 'IN', 'BR', 'JP', 'CA'];
const DEVICES = ['phone', 'tablet', 'desktop', 'tv'];
const SITES = ['news.example', 'games.example', 'weather.example', 'mail.example', 'sports.example'];
const CURRENCIES = ['USD', 'EUR', 'GBP'];

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

function goodRow(random: () => number, line: number): string[] {
  const pick = (values: readonly string[]): string => values[Math.floor(random() * values.length)] ?? '';
  const whole = (limit: number): number => Math.floor(random() * limit);
  const day = `2025-${two(1 + whole(12))}-${two(1 + whole(28))}`;
  const impressions = whole(100_000);
  const group = whole(500);
  return [
    day,
    `${day} ${two(whole(24))}:${two(whole(60))}:${two(whole(60))}`,
    String(1000 + whole(52)),
    String(10_000_000 + whole(90_000)),
    `Campaign ${whole(9000)} autumn`,
    random() < 0.05 ? `"Group ${group}, retargeting"` : `Group ${group}`,
    String(700_000_000_000 + line),
    pick(COUNTRIES),
    pick(DEVICES),
    pick(SITES),
    pick(CURRENCIES),
    String(impressions),
    String(whole(900)),
    random() < 0.1 ? '' : String(whole(40)),
    (random() * 900).toFixed(6),
    (random() * 1200).toFixed(4),
    (random() / 10).toFixed(6),
    (1 + random() * 9).toFixed(2),
    random() < 0.5 ? 'true' : 'false',
    whole(4294967296).toString(16).padStart(8, '0') +
      whole(4294967296).toString(16).padStart(8, '0') +
      (line % 7 === 0 ? ' größer' : ' larger'),
  ];
}

/** Ways to spoil a row. Each gives the text of a line that no reading may accept. */
const SPOILERS: readonly ((cells: string[], random: () => number) => string)[] = [
  (cells) => cells.with(11, '12.7').join(','),
  (cells) => cells.with(12, '0x1F').join(','),
  (cells) => cells.with(3, '1_000').join(','),
  (cells) => cells.with(2, 'unknown').join(','),
  (cells) => cells.with(0, '2025-02-30').join(','),
  (cells) => cells.with(0, `${cells[0]} 10:00:00`).join(','),
  (cells) => cells.with(1, 'yesterday').join(','),
  (cells) => cells.with(14, 'n/a').join(','),
  (cells) => cells.with(16, '1e400').join(','),
  (cells) => cells.with(17, 'nan').join(','),
  (cells) => cells.with(18, 'maybe').join(','),
  (cells, random) => cells.slice(0, 3 + Math.floor(random() * 16)).join(','),
  (cells) => [...cells, 'one', 'more'].join(','),
  (cells) => cells.with(4, '"Campaign" spring').join(','),
];
/** Forms that the lenient reading accepts and the strict one does not. */
const OLD_FORMS: readonly ((cells: string[]) => string)[] = [
  (cells) => cells.with(11, '+12345').join(','),
  (cells) => cells.with(12, '17.0').join(','),
  (cells) => cells.with(0, '20250304').join(','),
  (cells) => cells.with(18, 'yes').join(','),
];

export type AdFile = {
  readonly bytes: number;
  /** Physical lines (from 1, the header's included) of rows that are dirty; of those that the strict reading refuses, the dirty ones included. */
  readonly dirtyLines: LineList;
  readonly strictLines: LineList;
};

/** Writes an advertising report with a share of dirty rows, the same for the same seed. `day` stands in all its rows. */
export async function writeAdFile(
  path: string,
  options: { readonly rows: number; readonly dirtyShare: number; readonly seed: number; readonly day?: string },
): Promise<AdFile> {
  const random = seeded(options.seed);
  const output = createWriteStream(path);
  const dirtyLines = new LineList();
  const strictLines = new LineList();
  let bytes = 0;
  let batch = `${AD_COLUMNS.map(({ header }) => header).join(',')}\n`;
  for (let line = 2; line < options.rows + 2; line += 1) {
    const cells = goodRow(random, line);
    if (options.day !== undefined) cells[0] = options.day;
    const kind = options.dirtyShare === 0 ? 1 : random();
    if (kind < options.dirtyShare) {
      dirtyLines.push(line);
      strictLines.push(line);
      batch += SPOILERS[line % SPOILERS.length]?.(cells, random) ?? '';
    } else if (kind < options.dirtyShare * 1.1) {
      strictLines.push(line);
      batch += OLD_FORMS[line % OLD_FORMS.length]?.(cells) ?? '';
    } else batch += cells.join(',');
    batch += '\n';
    if (batch.length > 1 << 20) {
      bytes += Buffer.byteLength(batch);
      if (!output.write(batch)) await once(output, 'drain');
      batch = '';
    }
  }
  bytes += Buffer.byteLength(batch);
  output.end(batch);
  await once(output, 'finish');
  return { bytes, dirtyLines, strictLines };
}

/** Writes lines of `id,name,amount` with one quote that is never closed. */
export async function writeStrayQuoteFile(path: string, lines: number, strayLine: number): Promise<void> {
  const output = createWriteStream(path);
  let batch = 'id,name,amount\n';
  for (let line = 1; line <= lines; line += 1) {
    batch += line === strayLine ? `${line},"name ${line},${line}.25\n` : `${line},name ${line},${line}.25\n`;
    if (batch.length > 1 << 20) {
      if (!output.write(batch)) await once(output, 'drain');
      batch = '';
    }
  }
  output.end(batch);
  await once(output, 'finish');
}
