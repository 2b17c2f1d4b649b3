import { readFileSync } from 'node:fs';

/** A span of time in microseconds of the machine's steady clock. */
export type Span = { readonly from: number; readonly to: number };

type Frame = { readonly functionName: string; readonly url: string };
type Profile = {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame; readonly children?: readonly number[] }[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

const NODE_PARTS: readonly (readonly [RegExp, string])[] = [
  [/child_process/, 'starting processes'],
  [/fs|streams?\/|stream$|webstreams/, 'files and streams'],
  [/http|undici|net$|tls|dns/, 'network'],
  [/timers|task_queues|async_hooks|promises/, 'timers, promises and contexts'],
];

/** The cause of a sample by the innermost frame that has one; undefined for a frame that says nothing. */
function causeOf({ functionName, url }: Frame): string | undefined {
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(program)') return 'native code without a frame';
  if (functionName === '(root)') return 'other';
  if (url === '') return /^(?:parse|stringify)$/.test(functionName) ? 'JSON' : undefined;
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(url)?.[1];
  if (library !== undefined) return /^pg/.test(library) ? 'pg' : library;
  const own = /\/packages\/([^/]+)\/src\/([^/]+)/.exec(url);
  if (own !== null) return `our ${own[1]}/${own[2]?.replace(/\.ts$/, '')}`;
  if (url.startsWith('node:')) {
    const part = NODE_PARTS.find(([pattern]) => pattern.test(url));
    return `Node: ${part?.[1] ?? url.replace(/^node:(?:internal\/)?/, '')}`;
  }
  return undefined;
}

/** Milliseconds of the main thread by cause, in some spans of a profile that V8 wrote. Idle time is left out. */
export function readCauses(path: string, spans: readonly Span[]): ReadonlyMap<string, number> {
  const { nodes, samples, timeDeltas, startTime } = JSON.parse(readFileSync(path, 'utf8')) as Profile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const known = new Map<number, string>();
  const cause = (id: number): string => {
    const found = known.get(id);
    if (found !== undefined) return found;
    let at: number | undefined = id;
    let name: string | undefined;
    while (at !== undefined && name === undefined) {
      const frame = frames.get(at);
      name = frame && causeOf(frame);
      at = parents.get(at);
    }
    known.set(id, name ?? 'other');
    return name ?? 'other';
  };
  const causes = new Map<string, number>();
  let now = startTime;
  for (const [index, id] of samples.entries()) {
    // The time that follows a sample is its own.
    now += timeDeltas[index] ?? 0;
    const spent = timeDeltas[index + 1] ?? 0;
    if (frames.get(id)?.functionName === '(idle)') continue;
    if (!spans.some(({ from, to }) => now >= from && now < to)) continue;
    causes.set(cause(id), (causes.get(cause(id)) ?? 0) + spent / 1000);
  }
  return causes;
}
