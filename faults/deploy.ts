import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments } from '../scripts/arguments/read-arguments.ts';
import { buildImage } from '../scripts/image/build-image.ts';
import { tryImage } from '../scripts/image/try-image.ts';

const USAGE = `npm run faults -- deploy [--only image|files]   builds the image twice and runs the demo in it; validates the files of deploy/
needs root, Linux namespaces and what npm run image needs; for the files helm, kubernetes-validate, promtool and systemd-analyze`;

type Validator = {
  readonly what: string;
  readonly program: string;
  readonly get: string;
  readonly run: () => string | null;
};

const root = join(import.meta.dirname, '..');
const { values } = readArguments(USAGE, { options: { only: { type: 'string', default: '' } } });
const folder = mkdtempSync(join(tmpdir(), 'switchboard-deploy-'));

/** Runs a program. @returns what it reported when it failed, null when it did not */
function failureOf(program: string, args: readonly string[]): string | null {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? null : `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim();
}

const isThere = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** Renders the chart with every option on, and without. */
function renderChart(): string | null {
  const options = ['keda.enabled', 'ingress.enabled', 'prometheusOperator.enabled'].map((name) => `--set=${name}=true`);
  for (const [name, args] of Object.entries({ plain: [], whole: [...options, '--set=sharedFilesClaim=files'] })) {
    const rendered = spawnSync('helm', ['template', 'switchboard', 'deploy/helm/switchboard', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    if (rendered.status !== 0) return rendered.stderr;
    writeFileSync(join(folder, `${name}.yaml`), rendered.stdout);
  }
  return failureOf('helm', ['lint', '--strict', 'deploy/helm/switchboard']);
}

const VALIDATORS: readonly Validator[] = [
  {
    what: 'the chart renders and passes lint',
    program: 'helm',
    get: 'go install helm.sh/helm/v3/cmd/helm@latest',
    run: renderChart,
  },
  {
    what: 'what the chart renders is valid for Kubernetes',
    program: 'kubernetes-validate',
    get: 'pip install kubernetes-validate',
    run: () =>
      isThere('helm') ? failureOf('kubernetes-validate', ['--strict', join(folder, 'plain.yaml')]) : 'helm is missing',
  },
  {
    what: 'Prometheus takes the rules',
    program: 'promtool',
    get: 'go install github.com/prometheus/prometheus/cmd/promtool@latest',
    run: () => failureOf('promtool', ['check', 'rules', 'deploy/prometheus/rules.yaml']),
  },
  {
    what: 'systemd takes the units',
    program: 'systemd-analyze',
    get: 'apt-get install systemd',
    run: verifyUnits,
  },
];

/** Compares units with systemd's rules; their program and their user need not be on this machine. */
function verifyUnits(): string | null {
  const units = ['switchboard@api.service', 'switchboard-migrate.service'].map((name) => {
    const text = readFileSync(join(root, 'deploy/systemd', name.replace('@api', '@')), 'utf8');
    const path = join(folder, name);
    writeFileSync(path, text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true').replace(/^User=.*$/m, 'User=root'));
    return path;
  });
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' });
  const about = `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line.includes(folder) || line.startsWith('switchboard'));
  return about.length === 0 ? null : about.join('\n');
}

let failed = 0;
try {
  if (values.only !== 'image')
    for (const { what, program, get, run } of VALIDATORS) {
      const problem = isThere(program) ? run() : `missing: ${program} (${get})`;
      if (problem !== null) failed += 1;
      console.log(problem === null ? `ok       ${what}` : `FAILED   ${what}: ${problem}`);
    }
  if (values.only !== 'files') {
    const say = (line: string): void => console.log(`         ${line}`);
    const first = await buildImage(root, join(folder, 'first'), say);
    const second = await buildImage(root, join(folder, 'second'), say);
    const isEqual = first.digest === second.digest;
    console.log(`${isEqual ? 'ok      ' : 'FAILED  '} two builds are equal: ${first.digest}, ${second.digest}`);
    console.log(`         ${(first.size / 1024 ** 2).toFixed(0)} MB in ${first.layers.length} layers`);
    const problem = await tryImage(join(folder, 'first'), first.layers, join(folder, 'root'), say);
    console.log(
      problem === null ? 'ok       the demo and the doctor run in the image' : `FAILED   the image: ${problem}`,
    );
    failed += (isEqual ? 0 : 1) + (problem === null ? 0 : 1);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
