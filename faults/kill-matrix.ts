import { expectNames, readArguments, wholeNumber } from '../scripts/arguments/read-arguments.ts';
import { REFUSED_SOURCES } from './kill/account.ts';
import { startFileServers } from './kill/file-servers.ts';
import { Lane, type PointResult } from './kill/lane.ts';
import type { Figures, Findings } from './kill/oracles.ts';
import { KILL_POINTS, type KillPoint } from './kill/points.ts';
import { startSource } from './kill/source.ts';

const USAGE = 'npm run faults -- [kill] [--times 10] [--points after-claim,mid-load] [--lanes 2] [--keep]';

/**
 * Kills the whole server, as a power cut would, at each named point in turn, many times over, while it works; then lets it
 * finish, and compares every table, file and kept row with what the source has generated, and everything else that must
 * hold. The table has a line for each point.
 */
const { values } = readArguments(USAGE, {
  options: {
    times: { type: 'string', default: '10' },
    points: { type: 'string', default: KILL_POINTS.map(({ point }) => point).join(',') },
    /** Programs that are killed side by side, each with a data folder and a database of its own. */
    lanes: { type: 'string', default: '2' },
    keep: { type: 'boolean', default: false },
  },
});
const times = wholeNumber(USAGE, 'times', values.times);
const wanted = values.points.split(',');
expectNames(
  USAGE,
  wanted,
  KILL_POINTS.map(({ point }) => point),
);
const points = KILL_POINTS.filter(({ point }) => wanted.includes(point));

const sum = (findings: readonly Findings[], of: (one: Findings) => number): number =>
  findings.reduce((total, one) => total + of(one), 0);

/** The result of one point; ok when everything holds. */
function judged(result: PointResult): { readonly ok: boolean; readonly cells: readonly string[] } {
  const { point, killed, findings, rewritten, unreported, misreported, orphans } = result;
  const of = (name: keyof Figures): number => sum(findings, (one) => one[name]);
  const problems = findings.flatMap((one) => one.problems);
  // Who was killed between the commit and the status has nothing to write again, and says so.
  const reported = misreported === 0 && (point.point !== 'after-delivery' || unreported > 0);
  const suspended = of('suspensions') === (point.work === 'refusals' ? findings.length * REFUSED_SOURCES : 0);
  const ok =
    killed === times &&
    problems.length === 0 &&
    of('generated') === of('good') + of('dirty') &&
    of('equal') === of('compared') &&
    [of('stuck'), of('doubled'), rewritten, orphans, of('failed') - of('terminal')].every((figure) => figure === 0) &&
    reported &&
    suspended;
  return {
    ok,
    cells: [
      ok ? 'ok' : 'BROKEN',
      point.point,
      point.phase,
      `${killed}/${times}`,
      `${of('generated')}=${of('good')}+${of('dirty')}`,
      `${of('equal')}/${of('compared')}`,
      String(of('stuck')),
      String(of('doubled')),
      `${of('failed')}/${of('terminal')} (${of('suspensions')})`,
      String(problems.filter((text) => text.startsWith('left behind')).length),
      String(orphans),
      `${rewritten} (${misreported}/${unreported})`,
      `${Math.round(result.seconds)} s`,
    ],
  };
}

const HEAD = [
  '',
  'point',
  'phase',
  'killed',
  'O1 rows=good+dirty',
  'O2 equal',
  'O3 stuck',
  'doubled',
  'O4 failed/reported (suspended)',
  'O5 left',
  'O6 processes',
  'written again (reported wrongly/left unreported)',
  'time',
];

function print(lines: readonly (readonly string[])[]): void {
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

const began = performance.now();
const source = await startSource();
const servers = await startFileServers();
const results: PointResult[] = [];
const waiting: KillPoint[] = [...points];
console.log(`${times} kills at each of ${points.length} points`);

async function work(number: number): Promise<void> {
  const lane = await Lane.open({ sourceUrl: source.url, servers });
  for (let point = waiting.shift(); point !== undefined; point = waiting.shift()) {
    const result = await lane.run(point, times);
    results.push(result);
    console.log(judged(result).cells.join('  '));
    for (const problem of result.findings.flatMap((one) => one.problems)) console.log(`  ${problem}`);
    for (const other of result.others) console.log(`  ${other}`);
  }
  console.log(`program ${number}: ${await lane.close(values.keep)}`);
}
await Promise.all(Array.from({ length: Math.min(Number(values.lanes), points.length) }, (_, index) => work(index + 1)));
await source.stop();
servers.stop();

const ordered = points.flatMap((point) => results.filter((result) => result.point === point));
console.log('');
print([HEAD, ...ordered.map((result) => judged(result).cells)]);
const texts = new Map<string, number>();
for (const text of ordered.flatMap(({ findings }) => findings.flatMap((one) => one.retries)))
  texts.set(text, (texts.get(text) ?? 0) + 1);
console.log('\nRetries reported:');
for (const [text, count] of [...texts].sort(([, one], [, other]) => other - one)) console.log(`${count} x ${text}`);
const broken = ordered.filter((result) => !judged(result).ok).length;
console.log(`\n${ordered.length} points, ${broken} broken, ${Math.round((performance.now() - began) / 1000)} s`);
if (broken > 0 || ordered.length === 0) process.exitCode = 1;
