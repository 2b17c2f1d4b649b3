import { spawnSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadResult } from '@switchboard/engine';
import type { SourceColumn } from '@switchboard/model/schema';
import { readArguments } from '../../scripts/arguments/read-arguments.ts';
import { createGoals, load, type Measured, measure, median } from '../measure.ts';
import { benchUsage, BENCH_FOLDER as folder } from '../options.ts';
import { AD_COLUMNS, type AdFile, writeAdFile, writeStrayQuoteFile } from './ad-file.ts';
import { fingerprint } from './fingerprint.ts';
import { type OurRun, runOurs } from './ours.ts';
import { type PeerMode, runPeer } from './peer.ts';

/**
 * The load step against DuckDB's own typed CSV reader, in interleaved rounds, for files with different shares of dirty rows.
 * The first round's output is compared with what the generator made and with the peer's before any time counts. The peer is
 * timed twice: on the same file, set to skip what it cannot read, and on a clean file of as many rows. Goals are for
 * the slower of both ratios. Nothing that fits no goal is left out: it is printed without one.
 */
const GOAL = {
  ratio: new Map([
    [0, 1.25],
    [1, 1.6],
    [100, 4],
  ]),
  bytes: 1e9,
  carefulBytes: 40e6,
  strayLines: 300_000,
};
const ROWS = 5_500_000;
const STRAY_LINES = 10_000_000;
/** Shares without a goal, and the careful path, take this part of the rows. */
const SMALLER = 5;
/** Limit for files with dirty rows only: each round takes long. */
const MAX_DIRTY_ROUNDS = 3;
const STRAY_COLUMNS: readonly SourceColumn[] = [
  { name: 'id', header: 'id', type: { kind: 'integer' }, nullable: true },
  { name: 'name', header: 'name', type: { kind: 'string' }, nullable: true },
  { name: 'amount', header: 'amount', type: { kind: 'decimal', precision: 18, scale: 2 }, nullable: true },
];

const { values } = readArguments(
  benchUsage('[--rows 5500000] [--rounds 5] [--dirty 0,1,100,0.1,10] [--careful] [--stray FILE] [--keep]'),
  {
    options: {
      rows: { type: 'string', default: String(ROWS) },
      rounds: { type: 'string', default: '5' },
      dirty: { type: 'string', default: '0,1,100,0.1,10' },
      careful: { type: 'boolean', default: false },
      stray: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  },
);
const everyRow = Number(values.rows);
const { check, end } = createGoals();
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

const show = (name: string, who: string, run: Measured<unknown>, more: string): void =>
  console.log(
    `${name}: ${who} ${run.seconds.toFixed(2)} s, ${run.cpuSeconds.toFixed(1)} cpu-s, ${megabytes(run.peakBytes)}, ${more}, ${load()}`,
  );

const summary = (runs: readonly Measured<unknown>[]): string => {
  const seconds = runs.map((run) => run.seconds);
  const cpu = median(runs.map((run) => run.cpuSeconds));
  return `min ${Math.min(...seconds).toFixed(2)} s, median ${median(seconds).toFixed(2)} s, ${cpu.toFixed(1)} cpu-s`;
};

type Contest = { readonly share: number; readonly rows: number; readonly rounds: number };
type Peer = {
  readonly name: string;
  readonly path: string;
  readonly mode: PeerMode;
  readonly runs: Measured<number>[];
};

/** Compares what a run wrote with what was made. Without dirty rows the peer's table must be the same. */
async function compare(name: string, { found, measured }: OurRun, made: AdFile, rows: number): Promise<void> {
  if (!found) return;
  const { dirtyLines, strictLines } = made;
  const good = rows - dirtyLines.length;
  check(found.dirtyLines.equals(dirtyLines), `${name}: dirty lines are the generator's (${dirtyLines.length})`);
  check(found.strictLines.equals(strictLines), `${name}: new dirty lines are the generator's (${strictLines.length})`);
  check(
    measured.value.rows === good && found.table.rows === good,
    `${name}: every other row is in the table (${found.table.rows})`,
  );
  if (strictLines.length > 0) return;
  const theirs = await fingerprint(join(folder, 'peer', 'peer.parquet'), AD_COLUMNS);
  check(theirs.hash === found.table.hash, `${name}: the table is the peer's, value by value`);
}

async function contest({ share, rows, rounds }: Contest): Promise<void> {
  const name = share === 0 ? 'clean' : `${share} % dirty`;
  const path = join(folder, 'dirty.csv');
  const cleanPath = join(folder, 'clean.csv');
  const clean = await writeAdFile(cleanPath, { rows, dirtyShare: 0, seed: 7 });
  const made = share === 0 ? clean : await writeAdFile(path, { rows, dirtyShare: share / 100, seed: 7 });
  const ourPath = share === 0 ? cleanPath : path;
  const peers: Peer[] = [{ name: 'on a clean file', path: cleanPath, mode: 'clean', runs: [] }];
  // On a file of nothing but dirty rows the peer needs many times the memory.
  if (share > 0 && share < 100) peers.unshift({ name: 'with store_rejects', path, mode: 'store_rejects', runs: [] });
  const ours: Measured<LoadResult>[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    for (const peer of peers) {
      const run = await measure(() => runPeer(peer.path, join(folder, 'peer'), peer.mode));
      peer.runs.push(run);
      show(name, `peer ${peer.name}`, run, `${run.value} rows`);
    }
    const run = await runOurs(ourPath, folder, AD_COLUMNS, round === 1);
    ours.push(run.measured);
    const { rows: good, dirtyRows } = run.measured.value;
    show(name, 'ours', run.measured, `${good} rows and ${dirtyRows} dirty`);
    await compare(name, run, made, rows);
  }
  console.log(`${name}: ${megabytes(made.bytes)}\n  ours: ${summary(ours)}`);
  const ratios = peers.map(({ name: who, runs }) => {
    const ratioOf = (key: 'seconds' | 'cpuSeconds'): number =>
      median(ours.map((run, index) => run[key] / (runs[index]?.[key] ?? run[key])));
    const ratio = ratioOf('seconds');
    console.log(
      `  peer ${who}: ${summary(runs)}; median ratio ${ratio.toFixed(2)}, of cpu-s ${ratioOf('cpuSeconds').toFixed(2)}`,
    );
    return ratio;
  });
  const goal = GOAL.ratio.get(share);
  const worst = Math.max(...ratios);
  if (goal !== undefined) check(worst <= goal, `${name}: median ratio ${worst.toFixed(2)} <= ${goal}`);
  const peak = Math.max(...ours.map((run) => run.peakBytes));
  check(peak < GOAL.bytes, `${name}: peak memory ${(peak / 1e9).toFixed(2)} GB < ${GOAL.bytes / 1e9} GB`);
  console.log('');
}

/** Rows that are good but never plain: each of them goes through our own splitter and judge. */
async function careful(rows: number): Promise<void> {
  const path = join(folder, 'careful.csv');
  const { bytes } = await writeAdFile(path, { rows, dirtyShare: 0, seed: 7, day: '2024-02-29' });
  const runs: Measured<LoadResult>[] = [];
  for (let round = 1; round <= 3; round += 1) {
    const run = await runOurs(path, folder, AD_COLUMNS, false);
    runs.push(run.measured);
    show('careful path', 'ours', run.measured, `${run.measured.value.rows} rows`);
  }
  const speed = bytes / median(runs.map((run) => run.seconds));
  check(
    runs.every((run) => run.value.rows === rows && run.value.newDirtyRows === 0),
    `careful path: all ${rows} rows are in the table`,
  );
  check(
    speed >= GOAL.carefulBytes,
    `careful path: ${(speed / 1e6).toFixed(0)} MB/s >= ${GOAL.carefulBytes / 1e6} MB/s`,
  );
}

async function strayQuote(lines: number): Promise<void> {
  const path = join(folder, 'stray.csv');
  const stray = Math.floor(lines / 2);
  await writeStrayQuoteFile(path, lines, stray);
  const { measured, found } = await runOurs(path, folder, STRAY_COLUMNS);
  const speed = lines / measured.seconds;
  show('stray quote', 'ours', measured, `${lines} lines, ${Math.round(speed)} a second`);
  check(
    measured.value.rows === lines - 1 && found?.dirtyLines.lines.join() === String(stray + 1),
    `stray quote: ${measured.value.rows} good rows, dirty line ${found?.dirtyLines.lines.join(', ')}`,
  );
  check(speed >= GOAL.strayLines, `stray quote: at least ${GOAL.strayLines} lines a second`);
}

/** The parts of this benchmark that were asked for, as arguments of a program that runs one of them. */
function askedFor(): readonly (readonly string[])[] {
  const isNamed = process.argv.some((argument) => argument.startsWith('--dirty'));
  const parts = values.dirty.split(',').flatMap((share) => (share === '' ? [] : [['--dirty', share]]));
  if (values.careful || !isNamed) parts.push(['--dirty=', '--careful']);
  const stray = Number(values.stray ?? (isNamed ? 0 : STRAY_LINES));
  if (stray > 0) parts.push(['--dirty=', '--stray', String(stray)]);
  return parts;
}

async function runPart(): Promise<void> {
  await mkdir(join(folder, 'peer'), { recursive: true });
  try {
    if (values.dirty !== '') {
      const share = Number(values.dirty);
      const rows = GOAL.ratio.has(share) ? everyRow : Math.ceil(everyRow / SMALLER);
      const most = GOAL.ratio.has(share) && share < 100 ? Number.POSITIVE_INFINITY : MAX_DIRTY_ROUNDS;
      await contest({ share, rows, rounds: Math.min(Number(values.rounds), most) });
    } else if (values.careful) await careful(Math.ceil(everyRow / SMALLER));
    else await strayQuote(Number(values.stray));
  } finally {
    if (!values.keep) await rm(folder, { recursive: true });
  }
  end();
}

const parts = askedFor();
if (parts.length === 1) await runPart();
// A program of its own for each, or what one leaves in memory would be counted as that of the next.
else
  for (const part of parts) {
    const all = [import.meta.filename, ...part, '--rows', values.rows, '--rounds', values.rounds];
    const { status } = spawnSync(process.execPath, values.keep ? [...all, '--keep'] : all, { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
