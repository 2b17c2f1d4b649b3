import { spawnSync } from 'node:child_process';
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { deliverUpload } from '@switchboard/engine';
import { adParquet, runCopy } from '../ad-parquet.ts';
import { benchEngine } from '../engine.ts';
import { AD_COLUMNS } from '../ingest/ad-file.ts';
import { createGoals, load, type Measured, measure, median } from '../measure.ts';
import { BENCH_FOLDER as folder, readOptions } from '../options.ts';
import { uploadRequest } from '../upload-request.ts';

/**
 * A large result from the store to a compressed CSV file at its destination, as an upload does it, against the database's own
 * CSV writer, compressed and plain. Speeds are of uncompressed CSV. The database's gzip is slow: it gets fewer rows.
 */
const GOAL = { overGzip: 5, overPlain: 0.6, bytes: 1e9 };
const FORM = "FORMAT csv, HEADER, DELIMITER ',', QUOTE '\"', ESCAPE '\"', NULLSTR ''";

const { rows, rounds, keep, ...more } = readOptions({ rows: 5_500_000, 'gzip-rows': 550_000, rounds: 5 });
const gzipRows = Math.min(rows, more['gzip-rows']);
const goals = createGoals();

type Contestant = 'ours' | 'plain CSV' | 'gzip of the database';
const speeds = new Map<Contestant, { readonly perSecond: number[]; readonly cpu: number[]; peak: number }>();

/** Runs one of them and keeps its speed in MB of CSV a second. */
async function run(who: Contestant, bytes: () => Promise<number>, work: () => Promise<unknown>): Promise<void> {
  const measured: Measured<unknown> = await measure(work);
  const megabytes = (await bytes()) / 1e6;
  const kept = speeds.get(who) ?? { perSecond: [], cpu: [], peak: 0 };
  speeds.set(who, kept);
  kept.perSecond.push(megabytes / measured.seconds);
  kept.cpu.push(measured.cpuSeconds);
  kept.peak = Math.max(kept.peak, measured.peakBytes);
  console.log(
    `${who}: ${megabytes.toFixed(0)} MB in ${measured.seconds.toFixed(2)} s, ${(megabytes / measured.seconds).toFixed(1)} MB/s, ${measured.cpuSeconds.toFixed(1)} cpu-s, ${(measured.peakBytes / 1e6).toFixed(0)} MB, ${load()}`,
  );
}

async function hashOf(path: string, packed: boolean): Promise<string> {
  const hash: Hash = createHash('sha256');
  const from = createReadStream(path);
  await (packed ? pipeline(from, createGunzip(), hash) : pipeline(from, hash));
  return hash.digest('hex');
}

await mkdir(folder, { recursive: true });
const parquet = await adParquet(folder, rows);
const fewer = await adParquet(folder, gzipRows);
const engine = await benchEngine(folder);
try {
  const { context, root } = engine;
  // The store takes the file for itself.
  await copyFile(parquet, join(root, 'result.parquet'));
  await context.store.putFile('acct/1/result.parquet', join(root, 'result.parquet'));
  const [plain, packed] = [join(root, 'plain.csv'), join(root, 'packed.csv.gz')];
  const fewPlain = join(root, 'few.csv');
  const writes = (from: string, to: string, more = ''): Promise<number> =>
    runCopy(`COPY (SELECT * FROM read_parquet('${from}')) TO '${to}' (${FORM}${more})`, [from], root);
  await writes(fewer, fewPlain);
  const sizeOf = async (path: string): Promise<number> => (await stat(path)).size;
  const ours = join(root, 'out', 'ads.csv.gz');
  for (let round = 1; round <= rounds; round += 1) {
    await run(
      'gzip of the database',
      () => sizeOf(fewPlain),
      () => writes(fewer, packed, ', COMPRESSION gzip'),
    );
    await run(
      'plain CSV',
      () => sizeOf(plain),
      () => writes(parquet, plain),
    );
    const request = uploadRequest({
      connector: 'file',
      parameters: { path: 'ads.csv.gz' },
      mode: 'truncate',
      key: null,
      resultKey: 'acct/1/result.parquet',
      columns: AD_COLUMNS,
      rows,
      fence: round,
    });
    await run(
      'ours',
      () => sizeOf(plain),
      () => deliverUpload(request, context),
    );
  }
  const ratio = (one: Contestant, other: Contestant): number => {
    const others = speeds.get(other)?.perSecond ?? [];
    return median((speeds.get(one)?.perSecond ?? []).map((speed, index) => speed / (others[index] ?? Number.NaN)));
  };
  console.log('');
  for (const [who, { perSecond, cpu, peak }] of speeds)
    console.log(
      `${who}: median ${median(perSecond).toFixed(1)} MB/s, best ${Math.max(...perSecond).toFixed(1)} MB/s, ${median(cpu).toFixed(1)} cpu-s, ${(peak / 1e6).toFixed(0)} MB`,
    );
  console.log(
    `ours: ${((await sizeOf(ours)) / 1e6).toFixed(0)} MB of gzip for ${((await sizeOf(plain)) / 1e6).toFixed(0)} MB of CSV`,
  );
  goals.check(
    (await hashOf(ours, true)) === (await hashOf(plain, false)),
    `unpacked it is the database's CSV, byte for byte`,
  );
  const [overGzip, overPlain] = [ratio('ours', 'gzip of the database'), ratio('ours', 'plain CSV')];
  goals.check(overGzip >= GOAL.overGzip, `${overGzip.toFixed(1)} times the database's own gzip, >= ${GOAL.overGzip}`);
  const igzip = spawnSync('igzip', ['--version']).status === 0;
  const reported = `${overPlain.toFixed(2)} times plain CSV`;
  if (igzip) goals.check(overPlain >= GOAL.overPlain, `${reported}, >= ${GOAL.overPlain}`);
  else console.log(`       ${reported} (a goal, ${GOAL.overPlain}, only where igzip is installed)`);
  const peak = speeds.get('ours')?.peak ?? 0;
  goals.check(peak < GOAL.bytes, `peak memory ${(peak / 1e9).toFixed(2)} GB < ${GOAL.bytes / 1e9} GB`);
} finally {
  await engine.stop();
  await rm(engine.root, { recursive: true });
  if (!keep) await rm(folder, { recursive: true });
}
goals.end();
