import { completionListAt } from '@switchboard/language/completion';
import { hoverAt } from '@switchboard/language/hover';
import { CATALOG } from '@switchboard/language/testing/catalog';
import { Workspace } from '@switchboard/language/workspace';
import { seeded } from '../ingest/ad-file.ts';
import type { Project } from './project.ts';

/** Milliseconds. */
type Delays = { readonly p50: number; readonly p95: number };
/** `items`: how many completions were offered in all. */
type EditorDelays = { readonly completion: Delays; readonly hover: Delays; readonly items: number };

const PLACES = 200;
/** A place where a person types, so that the text is broken at that moment. */
const TYPED = ['s', 'cl', 'sum(', '.', ', ', ' from ', '"', '\n', ' where d', ' join '];

function delays(times: readonly number[]): Delays {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** How long completion and hover take at random places of a project, each right after an edit at that place was checked. */
function measureEditor({ files }: Project): EditorDelays {
  const workspace = new Workspace(CATALOG);
  for (const { path, text } of files) workspace.set(path, text);
  workspace.update();
  const random = seeded(5);
  const whole = (limit: number): number => Math.floor(random() * limit);
  const completions: number[] = [];
  const hovers: number[] = [];
  let items = 0;
  for (let place = 0; place < PLACES; place += 1) {
    const file = files[whole(files.length)];
    if (!file) continue;
    const at = whole(file.text.length);
    const typed = TYPED[whole(TYPED.length)] ?? '';
    workspace.set(file.path, file.text.slice(0, at) + typed + file.text.slice(at));
    workspace.update();
    completions.push(
      timed(() => {
        items += completionListAt(workspace, file.path, at + typed.length).items.length;
      }),
    );
    hovers.push(timed(() => hoverAt(workspace, file.path, at)));
    workspace.set(file.path, file.text);
  }
  return { completion: delays(completions), hover: delays(hovers), items };
}

const GOAL_MILLISECONDS = 30;

/** Whether an editor's answers come soon enough; prints what was measured. */
export function editorChecks(project: Project): (readonly [holds: boolean, goal: string])[] {
  const { completion, hover, items } = measureEditor(project);
  const shown = ({ p50, p95 }: Delays): string => `p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`;
  console.log(`  completion: ${shown(completion)}, ${items} items at ${PLACES} places`);
  console.log(`  hover: ${shown(hover)}`);
  return [
    [completion.p95 <= GOAL_MILLISECONDS, `completion: p95 ${completion.p95.toFixed(1)} ms <= ${GOAL_MILLISECONDS} ms`],
    [hover.p95 <= GOAL_MILLISECONDS, `hover: p95 ${hover.p95.toFixed(1)} ms <= ${GOAL_MILLISECONDS} ms`],
  ];
}
