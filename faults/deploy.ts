import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments } from '../scripts/arguments/read-arguments.ts';
import { buildImage } from '../scripts/image/build-image.ts';
import { tryImage } from '../scripts/image/try-image.ts';
import { ALARM_VALIDATORS } from './deploy/alarms.ts';
import { CHART_VALIDATORS } from './deploy/chart.ts';
import { isThere, PROGRAMS, ROOT } from './deploy/programs.ts';
import { UNIT_VALIDATORS } from './deploy/units.ts';

const USAGE = `npm run faults -- deploy [--only image|files]   builds the image twice and runs the demo in it; validates the files of deploy/
the image needs root, Linux namespaces and what npm run image needs; the files are checked by those of helm, kubernetes-validate,
promtool and systemd-analyze that are on the PATH, and the others are named`;

const { values } = readArguments(USAGE, { options: { only: { type: 'string', default: '' } } });
const folder = mkdtempSync(join(tmpdir(), 'switchboard-deploy-'));
const say = (line: string): void => console.log(`         ${line}`);

/** Prints the outcome of a check. @returns whether nothing was wrong */
function report(what: string, problem: string | null): boolean {
  console.log(problem === null ? `ok       ${what}` : `FAILED   ${what}: ${problem}`);
  return problem === null;
}

/** Checks the files of deploy/. @returns how many checks failed */
function validateFiles(): number {
  let failed = 0;
  let leftOut = 0;
  for (const { what, programs, run } of [...CHART_VALIDATORS, ...ALARM_VALIDATORS, ...UNIT_VALIDATORS]) {
    const missing = programs.filter((program) => !isThere(program));
    if (missing.length > 0) {
      leftOut += 1;
      const how = missing.map((program) => `${program} (${PROGRAMS[program]})`);
      console.log(`left out ${what}: needs ${how.join(', ')}`);
    } else if (!report(what, run(folder))) failed += 1;
  }
  if (leftOut > 0) say(`${leftOut} checks were left out, because their programs are missing`);
  return failed;
}

/** Builds the image twice and runs it. @returns how many checks failed */
async function checkImage(): Promise<number> {
  const first = await buildImage(ROOT, join(folder, 'first'), say);
  const second = await buildImage(ROOT, join(folder, 'second'), say);
  const isEqual = report(
    'two builds are equal',
    first.digest === second.digest ? null : `${first.digest}, ${second.digest}`,
  );
  say(`${first.digest}, ${(first.size / 1024 ** 2).toFixed(0)} MB in ${first.layers.length} layers`);
  const problem = await tryImage(join(folder, 'first'), first.layers, join(folder, 'root'), say);
  return [isEqual, report('the demo and the doctor run in the image', problem)].filter((isOk) => !isOk).length;
}

let failed = 0;
try {
  if (values.only !== 'image') failed += validateFiles();
  if (values.only !== 'files') failed += await checkImage();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
