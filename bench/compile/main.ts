import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { median } from '../ingest/measure.ts';
import { makeProject } from './project.ts';
import { type Contestant, type Outcome, runOne } from './run-one.ts';

/**
 * The compiler against Chevrotain's bare syntax tree of the same files, in interleaved rounds, every measurement in a fresh
 * process. Fails (exit code 1) when a goal is missed: a cold compilation of 10,000 files in at most 1.8 times Chevrotain's
 * time, with less than 500 MB.
 */
const GOAL = { ratio: 1.8, bytes: 500e6 };
const OUTCOME = z.object({ seconds: z.number(), peakBytes: z.number() });
const CONTESTANTS: readonly Contestant[] = ['peer', 'parse', 'cold'];

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    /** Measures this alone, here, and prints it as JSON: what the benchmark starts for each measurement. */
    only: { type: 'string' },
  },
});
const count = Number(values.files);

function measureApart(contestant: Contestant): Outcome {
  const args = [fileURLToPath(import.meta.url), '--only', contestant, '--files', String(count)];
  const outcome = OUTCOME.parse(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })));
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `${contestant}: ${outcome.seconds.toFixed(2)} s, ${(outcome.peakBytes / 1e6).toFixed(0)} MB, load ${load}`,
  );
  return outcome;
}

function contest(): boolean {
  const { files, hubs } = makeProject(count);
  const bytes = files.reduce((total, file) => total + file.text.length, 0);
  const lines = files.reduce((total, file) => total + file.text.split('\n').length - 1, 0);
  console.log(`${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, ${lines} lines, ${hubs.length} hubs`);
  const outcomes = new Map<Contestant, Outcome[]>(CONTESTANTS.map((contestant) => [contestant, []]));
  for (let round = 1; round <= Number(values.rounds); round += 1)
    for (const contestant of CONTESTANTS) outcomes.get(contestant)?.push(measureApart(contestant));

  const peers = outcomes.get('peer') ?? [];
  const ratioOf = (contestant: Contestant): number =>
    median((outcomes.get(contestant) ?? []).map((run, index) => run.seconds / (peers[index]?.seconds ?? Number.NaN)));
  for (const [contestant, runs] of outcomes) {
    const seconds = runs.map((run) => run.seconds);
    const peak = Math.max(...runs.map((run) => run.peakBytes));
    console.log(
      `  ${contestant}: min ${Math.min(...seconds).toFixed(2)} s, median ${median(seconds).toFixed(2)} s, ` +
        `${ratioOf(contestant).toFixed(2)} of the peer, at most ${(peak / 1e6).toFixed(0)} MB`,
    );
  }
  const ratio = ratioOf('cold');
  const peak = Math.max(...(outcomes.get('cold') ?? []).map((run) => run.peakBytes));
  const checks: [boolean, string][] = [
    [ratio <= GOAL.ratio, `cold: median ratio ${ratio.toFixed(2)} <= ${GOAL.ratio}`],
    [peak < GOAL.bytes, `cold: peak memory ${(peak / 1e6).toFixed(0)} MB < ${GOAL.bytes / 1e6} MB`],
  ];
  for (const [holds, goal] of checks) console.log(`${holds ? 'met   ' : 'MISSED'} ${goal}`);
  return checks.every(([holds]) => holds);
}

const only = CONTESTANTS.find((contestant) => contestant === values.only);
if (only) console.log(JSON.stringify(runOne(only, count)));
else process.exitCode = contest() ? 0 : 1;
