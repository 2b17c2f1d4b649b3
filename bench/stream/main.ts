import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../../scripts/arguments/read-arguments.ts';
import { createGoals, load } from '../measure.ts';
import { benchUsage } from '../options.ts';
import type { StreamWork } from './measure-stream.ts';
import { type StreamSource, startSource } from './source.ts';

/**
 * Memory while a large report streams through: fetched as CSV from an HTTP server that makes it as it goes (as csv.gz with
 * --packed), loaded into Parquet, and uploaded as csv.gz. It must be flat: hardly more for a large report than for a small one.
 */
const GOAL = { growth: 1.15, bytes: 1e9 };

const { values } = readArguments(benchUsage('[--gb 10] [--small-gb 2] [--packed] [--no-upload]'), {
  options: {
    gb: { type: 'string', default: '10' },
    'small-gb': { type: 'string', default: '2' },
    packed: { type: 'boolean', default: false },
    upload: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const folder = process.env['BENCH_DIR'] ?? join(tmpdir(), 'switchboard-bench-stream');
const goals = createGoals();

async function through(source: StreamSource, gigabytes: number): Promise<ReadonlyMap<string, number>> {
  const wanted = source.report(gigabytes * 1e9);
  const program = fileURLToPath(new URL('./measure-stream.ts', import.meta.url));
  const args = [
    program,
    folder,
    `${source.url}/${gigabytes * 1e9}.csv${values.packed ? '.gz' : ''}`,
    ...(values.upload ? ['upload'] : []),
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`The work ended with ${child.exitCode}.`);
  const work = JSON.parse(output) as StreamWork;
  for (const { name, seconds, peakBytes } of work.steps)
    console.log(
      `${gigabytes} GB, ${name}: ${seconds.toFixed(1)} s, ${(wanted.bytes / 1e6 / seconds).toFixed(0)} MB/s of CSV, peak ${(peakBytes / 1e6).toFixed(0)} MB, ${load()}`,
    );
  goals.check(work.rows === wanted.rows, `${gigabytes} GB: all ${wanted.rows} rows came through (${work.rows})`);
  return new Map(work.steps.map(({ name, peakBytes }) => [name, peakBytes]));
}

await mkdir(folder, { recursive: true });
const source = await startSource(folder);
try {
  const [large, small] = [Number(values.gb), Number(values['small-gb'])];
  const few = await through(source, small);
  const many = await through(source, large);
  for (const [name, peak] of many) {
    const growth = peak / (few.get(name) ?? Number.NaN);
    goals.check(
      growth <= GOAL.growth && peak < GOAL.bytes,
      `${name}: peak memory ${(peak / 1e6).toFixed(0)} MB at ${large} GB < ${GOAL.bytes / 1e6} MB, ${growth.toFixed(2)} times that at ${small} GB <= ${GOAL.growth}`,
    );
  }
} finally {
  await source.close();
  await rm(folder, { recursive: true });
}
goals.end();
