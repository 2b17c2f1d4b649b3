import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readArguments } from '../../scripts/arguments/read-arguments.ts';
import { median } from '../measure.ts';
import { benchUsage } from '../options.ts';
import { editorChecks } from './completions.ts';
import { editChecks } from './edits.ts';
import { oneFileChecks } from './one-file.ts';
import { makeProject } from './project.ts';
import { type Contestant, type Outcome, runOne } from './run-one.ts';

/**
 * The compiler against Chevrotain's bare syntax tree of the same files, in interleaved rounds, every measurement in a fresh
 * process. Fails (exit code 1) when a goal is missed: a cold compilation of 10,000 files in at most 1.8 times Chevrotain's
 * time, with less than 500 MB; an edit in a file of 10,000 lines in 100 ms; an edit, or the deletion of a file that 50 others read, in 20 ms at the 95th percentile.
 */
const GOAL = { ratio: 1.8, bytes: 500e6 };
const OUTCOME = z.object({ seconds: z.number(), cpuSeconds: z.number(), peakBytes: z.number() });
const CONTESTANTS: readonly Contestant[] = ['peer', 'parse', 'cold', 'plan'];

const { values } = readArguments(benchUsage('[--files 10000] [--rounds 5]'), {
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
    `${contestant}: ${outcome.seconds.toFixed(2)} s, ${outcome.cpuSeconds.toFixed(2)} cpu-s, ` +
      `${(outcome.peakBytes / 1e6).toFixed(0)} MB, load ${load}`,
  );
  return outcome;
}

/** A goal, and whether it is met. */
type Check = readonly [holds: boolean, goal: string];

/** A cold compilation of all files. */
function coldChecks(): Check[] {
  const { files, hubs } = makeProject(count);
  const bytes = files.reduce((total, file) => total + file.text.length, 0);
  const lines = files.reduce((total, file) => total + file.text.split('\n').length - 1, 0);
  console.log(`${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, ${lines} lines, ${hubs.length} hubs`);
  const outcomes = new Map<Contestant, Outcome[]>(CONTESTANTS.map((contestant) => [contestant, []]));
  for (let round = 1; round <= Number(values.rounds); round += 1)
    for (const contestant of CONTESTANTS) outcomes.get(contestant)?.push(measureApart(contestant));

  const peers = outcomes.get('peer') ?? [];
  const ratioOf = (contestant: Contestant, key: 'seconds' | 'cpuSeconds'): number =>
    median((outcomes.get(contestant) ?? []).map((run, index) => run[key] / (peers[index]?.[key] ?? Number.NaN)));
  for (const [contestant, runs] of outcomes) {
    const seconds = runs.map((run) => run.seconds);
    const cpu = median(runs.map((run) => run.cpuSeconds));
    const peak = Math.max(...runs.map((run) => run.peakBytes));
    console.log(
      `  ${contestant}: min ${Math.min(...seconds).toFixed(2)} s, median ${median(seconds).toFixed(2)} s, ` +
        `${cpu.toFixed(2)} cpu-s; ${ratioOf(contestant, 'seconds').toFixed(2)} of the peer, ` +
        `of cpu-s ${ratioOf(contestant, 'cpuSeconds').toFixed(2)}; at most ${(peak / 1e6).toFixed(0)} MB`,
    );
  }
  const ratio = ratioOf('cold', 'seconds');
  const peak = Math.max(...(outcomes.get('cold') ?? []).map((run) => run.peakBytes));
  return [
    [ratio <= GOAL.ratio, `cold: median ratio ${ratio.toFixed(2)} <= ${GOAL.ratio}`],
    [peak < GOAL.bytes, `cold: peak memory ${(peak / 1e6).toFixed(0)} MB < ${GOAL.bytes / 1e6} MB`],
  ];
}

const only = CONTESTANTS.find((contestant) => contestant === values.only);
if (only) console.log(JSON.stringify(await runOne(only, count)));
else {
  const checks = [...coldChecks(), ...editChecks(count), ...editorChecks(makeProject(count)), ...oneFileChecks()];
  for (const [holds, goal] of checks) console.log(`${holds ? 'met   ' : 'MISSED'} ${goal}`);
  process.exitCode = checks.every(([holds]) => holds) ? 0 : 1;
}
