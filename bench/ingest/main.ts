import { mkdir, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SourceColumn } from '@switchboard/model';
import type { LoadAnswer } from '../../packages/engine/src/requests.ts';
import { type Measured, measure, median } from '../measure.ts';
import { AD_COLUMNS, type AdFile, writeAdFile, writeStrayQuoteFile } from './ad-file.ts';
import { type OurRun, runOurs } from './ours.ts';
import { type PeerMode, runPeer } from './peer.ts';

/**
 * The load step against DuckDB's own typed CSV reader on the same file, in interleaved rounds. Fails (exit code 1) when a
 * goal is missed: median ratio at most 1.6, peak memory below 1.5 GB, and exactly the dirty lines that the generator made.
 */
const GOAL = { ratio: 1.6, bytes: 1.5e9 };
const ROWS = 5_500_000;
const STRAY_LINES = 10_000_000;
const STRAY_COLUMNS: readonly SourceColumn[] = [
  { name: 'id', header: 'id', type: { kind: 'integer' }, nullable: true },
  { name: 'name', header: 'name', type: { kind: 'string' }, nullable: true },
  { name: 'amount', header: 'amount', type: { kind: 'decimal', precision: 18, scale: 2 }, nullable: true },
];

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: String(ROWS) },
    rounds: { type: 'string', default: '5' },
    stray: { type: 'string', default: String(STRAY_LINES) },
    keep: { type: 'boolean', default: false },
  },
});
const folder = process.env['BENCH_DIR'] ?? join(tmpdir(), 'switchboard-bench');
const rows = Number(values.rows);
const misses: string[] = [];
const check = (holds: boolean, goal: string): void => {
  console.log(`${holds ? 'met   ' : 'MISSED'} ${goal}`);
  if (!holds) misses.push(goal);
};
const equal = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);

type Contest = {
  readonly name: string;
  readonly path: string;
  readonly made: AdFile;
  readonly modes: readonly PeerMode[];
};

async function contest({ name, path, made, modes }: Contest): Promise<void> {
  const output = join(folder, 'peer');
  await mkdir(output, { recursive: true });
  const ours: Measured<LoadAnswer>[] = [];
  const peers = new Map<PeerMode, Measured<number>[]>(modes.map((mode) => [mode, []]));
  let last: OurRun | undefined;
  const show = (who: string, run: Measured<unknown>, more: string): void =>
    console.log(
      `${name}: ${who} ${run.seconds.toFixed(2)} s, ${run.cpuSeconds.toFixed(1)} cpu-s, ${(run.peakBytes / 1e6).toFixed(0)} MB, ${more}, load ${loadavg()[0]?.toFixed(1)}`,
    );
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const mode of modes) {
      const peer = await measure(() => runPeer(path, output, mode));
      peers.get(mode)?.push(peer);
      show(`peer ${mode}`, peer, `${peer.value} rows`);
    }
    last = await runOurs(path, folder, AD_COLUMNS);
    ours.push(last.measured);
    const { rows: good, dirtyRows } = last.measured.value;
    show('ours', last.measured, `${good} rows and ${dirtyRows} dirty`);
  }
  if (!last) return;
  const answer = last.measured.value;
  const sums = (runs: readonly Measured<unknown>[]): string => {
    const seconds = runs.map((run) => run.seconds);
    const cpu = median(runs.map((run) => run.cpuSeconds));
    return `min ${Math.min(...seconds).toFixed(2)} s, median ${median(seconds).toFixed(2)} s, ${cpu.toFixed(1)} cpu-s`;
  };
  console.log(`\n${name}: ${(made.bytes / 1e6).toFixed(0)} MB\n  ours: ${sums(ours)}`);
  const ratios = modes.map((mode) => {
    const runs = peers.get(mode) ?? [];
    const ratioOf = (key: 'seconds' | 'cpuSeconds'): number =>
      median(ours.map((run, index) => run[key] / (runs[index]?.[key] ?? run[key])));
    const ratio = ratioOf('seconds');
    console.log(
      `  ${mode}: ${sums(runs)}; median ratio ${ratio.toFixed(2)}, of cpu-s ${ratioOf('cpuSeconds').toFixed(2)}`,
    );
    return ratio;
  });
  const peak = Math.max(...ours.map((run) => run.peakBytes));
  check(Math.max(...ratios) <= GOAL.ratio, `${name}: median ratio ${Math.max(...ratios).toFixed(2)} <= ${GOAL.ratio}`);
  check(peak < GOAL.bytes, `${name}: peak memory ${(peak / 1e9).toFixed(2)} GB < ${GOAL.bytes / 1e9} GB`);
  check(
    equal(last.dirtyLines, made.dirtyLines),
    `${name}: dirty lines are the generator's (${made.dirtyLines.length})`,
  );
  const strict = [...made.dirtyLines, ...made.strictLines].sort((one, other) => one - other);
  check(equal(last.strictLines, strict), `${name}: new dirty lines are the generator's (${strict.length})`);
  check(answer.rows === rows - made.dirtyLines.length, `${name}: every other row is in the table (${answer.rows})`);
}

async function strayQuote(): Promise<void> {
  const lines = Number(values.stray);
  if (lines === 0) return;
  const path = join(folder, 'stray.csv');
  const stray = Math.floor(lines / 2);
  await writeStrayQuoteFile(path, lines, stray);
  const { measured, dirtyLines } = await runOurs(path, folder, STRAY_COLUMNS);
  const { value: answer, seconds } = measured;
  console.log(
    `\nstray quote: ${lines} lines in ${seconds.toFixed(2)} s, ${Math.round(lines / seconds)} rows/s, ${measured.cpuSeconds.toFixed(1)} cpu-s, ${(measured.peakBytes / 1e6).toFixed(0)} MB`,
  );
  check(
    answer.rows === lines - 1 && equal(dirtyLines, [stray + 1]),
    `stray quote: ${answer.rows} good rows, dirty line ${dirtyLines.join(', ')}`,
  );
  check(lines / seconds >= 300_000, 'stray quote: at least 300,000 rows/s');
}

await mkdir(folder, { recursive: true });
try {
  const dirty = join(folder, 'dirty.csv');
  const clean = join(folder, 'clean.csv');
  await contest({
    name: '1 % dirty',
    path: dirty,
    made: await writeAdFile(dirty, { rows, dirtyShare: 0.01, seed: 7 }),
    modes: ['store_rejects'],
  });
  await contest({
    name: 'clean',
    path: clean,
    made: await writeAdFile(clean, { rows, dirtyShare: 0, seed: 7 }),
    modes: ['clean'],
  });
  await strayQuote();
} finally {
  if (!values.keep) await rm(folder, { recursive: true });
}
process.exitCode = misses.length === 0 ? 0 : 1;
