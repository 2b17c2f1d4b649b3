import { compile } from '@switchboard/language';
import { CATALOG } from '@switchboard/language/testing/catalog';
import { Workspace } from '@switchboard/language/workspace';
import { seeded } from '../ingest/ad-file.ts';
import { makeProject, type Project } from './project.ts';

const EDITS = 200;
const DELETIONS = 50;
/** The first edits and deletions, each of which runs code that has not run before. */
const WARM_UP = 10;
const GOAL_MS = 20;

type Check = readonly [holds: boolean, goal: string];
type Dice = (limit: number) => number;

/** An edit of a file of the project; null when the file has no place for it. */
const CHANGES: readonly (readonly [name: string, change: (text: string, dice: Dice) => string | null])[] = [
  ['inside an expression', (text, dice) => text.replace(/ > \d+\b/, ` > ${dice(1000)}`)],
  ['a column of a source renamed', (text) => text.replace(/\n {4}site: string/, '\n    "Site": string as sitename')],
  [
    'a column of a source added',
    (text) => text.replace(/\n {4}site: string/, '\n    fresh: integer;\n    site: string'),
  ],
  ['a declaration added', (text, dice) => `${text}\ntable added_${dice(1e6)} is select 1 as one from nowhere;\n`],
  ['a declaration deleted', (text) => text.replace(/\ntable \w+ is[^;]*;\n/, '\n')],
  ['a stretch lost or doubled', (text, dice) => text.slice(0, dice(text.length)) + text.slice(dice(text.length))],
  ['a letter typed', (text, dice) => text.replace(/\n {4}where /, `\n    where x${dice(10)} `)],
  ['a table renamed', (text) => text.replace(/\ntable (\w+)_daily is/, '\ntable $1_dayly is')],
];

function timed(workspace: Workspace, change: () => void): number {
  const start = performance.now();
  change();
  let read = 0;
  for (const path of workspace.update()) read += workspace.messages(path).length;
  const elapsed = performance.now() - start;
  if (read < 0) throw new Error('Messages were not read.');
  return elapsed;
}

/** Measures random edits. Each is undone before the next one, and the undoing is counted, too. */
function editTimes(workspace: Workspace, { files }: Project): Map<string, number[]> {
  const random = seeded(5);
  const dice: Dice = (limit) => Math.floor(random() * limit);
  const times = new Map<string, number[]>();
  for (let count = 0; count < EDITS + WARM_UP; count += 1) {
    const file = files[dice(files.length)];
    const [name, change] = CHANGES[count % CHANGES.length] ?? ['', () => null];
    const text = file && change(file.text, dice);
    if (!file || text === null || text === undefined) continue;
    const there = timed(workspace, () => workspace.set(file.path, text));
    const back = timed(workspace, () => workspace.set(file.path, file.text));
    if (count >= WARM_UP) times.set(name, [...(times.get(name) ?? []), there, back]);
  }
  return times;
}

/** Measures the deletion of files that many others read, and their restoration. */
function deletionTimes(workspace: Workspace, { files, hubs }: Project): Map<string, number[]> {
  const texts = new Map(files.map((file) => [file.path, file.text]));
  const [gone, back]: [number[], number[]] = [[], []];
  for (const [count, { path }] of hubs.slice(0, DELETIONS + WARM_UP).entries()) {
    const removed = timed(workspace, () => workspace.remove(path));
    const added = timed(workspace, () => workspace.set(path, texts.get(path) ?? ''));
    if (count < WARM_UP) continue;
    gone.push(removed);
    back.push(added);
  }
  return new Map([
    ['a file deleted that others read', gone],
    ['the file put back', back],
  ]);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function shown(name: string, times: readonly number[]): string {
  const [middle, high, most] = [quantile(times, 0.5), quantile(times, 0.95), Math.max(...times)];
  return `  ${name}: ${times.length} times, p50 ${middle.toFixed(1)} ms, p95 ${high.toFixed(1)} ms, at most ${most.toFixed(1)} ms`;
}

/** Leaves some edits in place, with an error among them, and compares with a compilation from nothing. */
function agrees(workspace: Workspace, { files, hubs }: Project): boolean {
  const [hub] = hubs;
  if (hub) workspace.remove(hub.path);
  const left = files
    .filter((file) => file.path !== hub?.path)
    .map((file, index) => (index % 97 === 1 ? { ...file, text: file.text.replace('sum(', 'sun(') } : file));
  for (const file of left) workspace.set(file.path, file.text);
  workspace.update();
  const messages = workspace.paths().flatMap((path) => workspace.messages(path));
  return JSON.stringify(messages) === JSON.stringify(compile(left, CATALOG).messages);
}

/** Edits of single files of the whole project, from the change to all messages that it changed. */
export function editChecks(count: number): Check[] {
  const project = makeProject(count);
  const workspace = new Workspace(CATALOG);
  for (const file of project.files) workspace.set(file.path, file.text);
  workspace.update();
  const checks: Check[] = [];
  const measure = (label: string, times: ReadonlyMap<string, readonly number[]>): void => {
    for (const [name, each] of times) console.log(shown(name, each));
    const high = quantile([...times.values()].flat(), 0.95);
    checks.push([high < GOAL_MS, `${label}: p95 ${high.toFixed(1)} ms < ${GOAL_MS} ms`]);
  };
  measure('edits', editTimes(workspace, project));
  measure('deletions', deletionTimes(workspace, project));
  const broken = project.files[7];
  if (broken) workspace.set(broken.path, broken.text.replace('select', 'selec'));
  measure('edits beside an error', editTimes(workspace, project));
  if (broken) workspace.set(broken.path, broken.text);
  checks.push([agrees(workspace, project), 'after all edits the same messages as a fresh compilation']);
  return checks;
}
