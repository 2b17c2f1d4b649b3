import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** A check of files of deploy/ by the programs that will read them. */
export type Validator = {
  readonly what: string;
  /** All of them must be on the PATH; otherwise the check is left out. */
  readonly programs: readonly (keyof typeof PROGRAMS)[];
  /** @returns what is wrong; null for nothing */
  readonly run: (folder: string) => string | null;
};

/** Programs, with how they are installed. */
export const PROGRAMS = {
  helm: 'go install helm.sh/helm/v3/cmd/helm@latest',
  'kubernetes-validate': 'pip install kubernetes-validate',
  promtool: 'go get -tool and go build of github.com/prometheus/prometheus/cmd/promtool in a module of its own',
  'systemd-analyze': 'apt-get install systemd',
} as const;

export const isThere = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** Runs a program at the root of the repository. @returns what it printed when it failed, null when it did not */
export function failureOf(program: string, args: readonly string[]): string | null {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? null : `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim();
}
