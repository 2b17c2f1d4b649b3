import { existsSync, readFileSync } from 'node:fs';
import type { FileCosts } from '../unit/file-costs.ts';

/** Costs of one test file. Times are in milliseconds. */
export type FileProfile = {
  readonly path: string;
  /** The number of the worker that ran it. */
  readonly worker: number;
  /** Setting up the document of a console test. */
  readonly environment: number;
  /** Starting its worker. */
  readonly start: number;
  /** Loading and transforming modules. */
  readonly modules: number;
  /** Its tests and hooks. */
  readonly tests: number;
  /** Costs of the tests and hooks; null for a file that could not be loaded. */
  readonly costs: FileCosts | null;
  readonly each: readonly { readonly name: string; readonly duration: number }[];
};

/** The profile that a run has left; none when it could not. */
export function readProfile(path: string): FileProfile[] {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FileProfile[]) : [];
}

/**
 * The profile as lines of text: the time by cause and by folder, the slowest files and tests.
 * @param top how many folders, files and tests are listed
 */
export function profileLines(name: string, files: readonly FileProfile[], top: number): string[] {
  if (files.length === 0) return [];
  const total = (of: (file: FileProfile) => number): number => files.reduce((sum, file) => sum + of(file), 0);
  const waiting = total(({ costs }) => costs?.waiting ?? 0);
  const causes = [
    ['loading modules', total(({ modules }) => modules)],
    ['starting workers', startTimes(files, ({ start }) => start)],
    ['documents', startTimes(files, ({ environment }) => environment)],
    ['tests and hooks, working', Math.max(0, total(({ tests }) => tests) - waiting)],
    ['tests and hooks, waiting', waiting],
  ] as const;
  const folders = Map.groupBy(files, ({ path }) =>
    path
      .split('/')
      .slice(0, path.startsWith('packages/') ? 4 : 1)
      .join('/'),
  );
  const sums = [...folders].map(([folder, all]) => ({
    label: `${folder} (${all.length})`,
    time: all.reduce((sum, file) => sum + wholeTime(file), 0),
  }));
  const tests = files.flatMap(({ path, each }) =>
    each.map((one) => ({ label: `${path} > ${one.name}`, time: one.duration })),
  );
  return [
    `${name}: ${seconds(total(wholeTime))} of workers for ${files.length} files, ${total((file) => file.each.length)} tests`,
    ...causes.map(([label, time]) => line(label, time)),
    `  ${total(({ costs }) => costs?.statements ?? 0)} statements of the database, ${total(({ costs }) => costs?.processes ?? 0)} processes, ` +
      `${seconds(total(({ costs }) => costs?.processor ?? 0))} of processor`,
    ...section('by folder', sums, top),
    ...section(
      'slowest files',
      files.map((file) => ({ label: file.path, time: wholeTime(file) })),
      top,
    ),
    ...section('slowest tests', tests, top),
  ];
}

type Timed = { readonly label: string; readonly time: number };

const wholeTime = ({ modules, tests }: FileProfile): number => modules + tests;

/** Each file of a worker reports what the worker did once. */
function startTimes(files: readonly FileProfile[], of: (file: FileProfile) => number): number {
  const times = new Set(files.map((file) => `${file.worker} ${of(file)}`));
  return [...times].reduce((sum, time) => sum + Number(time.split(' ')[1]), 0);
}

function section(title: string, items: readonly Timed[], top: number): string[] {
  const slowest = items.toSorted((a, b) => b.time - a.time).slice(0, top);
  return [`  ${title}`, ...slowest.map(({ label, time }) => line(label, time))];
}

const line = (label: string, time: number): string => `  ${seconds(time).padStart(9)}  ${label}`;

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
