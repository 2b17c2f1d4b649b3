import { DISTINGUISHED, type OpenHandle, openHandles, originOf } from './open-handles.ts';

/** State that the test files of one worker share. */
export type Surroundings = {
  /** The value of each property of `globalThis`; undefined for one with a getter. */
  readonly globals: ReadonlyMap<string, unknown>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The working directory. */
  readonly folder: string;
  /** The number of listeners for each event of the process. */
  readonly listeners: ReadonlyMap<string, number>;
  readonly hasFakeTimers: boolean;
  readonly handles: readonly OpenHandle[];
  /** Other requests that keep the event loop alive: the number of each kind, as Node calls it. */
  readonly requests: ReadonlyMap<string, number>;
  /** Elements in the body of the document. */
  readonly elements: number;
  /** The address of the document. */
  readonly address: string;
  /** Names of what the worker shares on purpose. */
  readonly shared: readonly string[];
};

/** Globals that a module sets once when it is loaded; the modules stay loaded. */
const SET_BY_MODULES = /^(__|IS_REACT_ACT_ENVIRONMENT$|_VSCODE|vscode|MonacoEnvironment$|awslambda$)/;
/** Connections to what a worker shares, and their timeouts, come and go with their use. */
const OF_SHARED: ReadonlySet<string> = new Set(['timer', 'connection', 'pipe', 'TLSWrap']);

/** Reads what a file may change. */
export function readSurroundings(hasFakeTimers: boolean): Surroundings {
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(globalThis));
  const requests = Map.groupBy(
    process.getActiveResourcesInfo().filter((kind) => !DISTINGUISHED.test(kind)),
    (kind) => kind,
  );
  return {
    globals: new Map(descriptors.map(([name, { value }]) => [name, value as unknown])),
    environment: { ...process.env },
    folder: process.cwd(),
    listeners: new Map(process.eventNames().map((name) => [String(name), process.listenerCount(name)])),
    hasFakeTimers,
    handles: openHandles(),
    requests: new Map([...requests].map(([kind, all]) => [kind, all.length])),
    elements: typeof document === 'undefined' ? 0 : document.body.childElementCount,
    address: typeof document === 'undefined' ? '' : document.location.href,
    shared: sharedNames(),
  };
}

/** Lists the leaks of a file, a line each that names it. */
export function describeLeaks(before: Surroundings, after: Surroundings): string[] {
  const leaks = [...globalLeaks(before, after), ...environmentLeaks(before, after)];
  // What a file shares from now on has handles and listeners of its own.
  if (after.shared.length === before.shared.length)
    leaks.push(...handleLeaks(before, after), ...requestLeaks(before, after), ...listenerLeaks(before, after));
  if (after.folder !== before.folder) leaks.push(`the working directory ${after.folder}`);
  if (after.hasFakeTimers && !before.hasFakeTimers) leaks.push('fake timers; call vi.useRealTimers()');
  if (after.elements > before.elements) leaks.push(`${after.elements - before.elements} elements of the document`);
  if (after.address !== before.address) leaks.push(`the address ${after.address} of the document`);
  return leaks;
}

function globalLeaks(before: Surroundings, after: Surroundings): string[] {
  return [...after.globals].flatMap(([name, value]) => {
    if (SET_BY_MODULES.test(name)) return [];
    if (!before.globals.has(name)) return [`the global "${name}"`];
    return Object.is(before.globals.get(name), value) ? [] : [`a replaced global "${name}"`];
  });
}

function environmentLeaks(before: Surroundings, after: Surroundings): string[] {
  const names = new Set([...Object.keys(before.environment), ...Object.keys(after.environment)]);
  return [...names]
    .filter((name) => before.environment[name] !== after.environment[name])
    .map((name) => `a changed environment variable ${name}`);
}

function listenerLeaks(before: Surroundings, after: Surroundings): string[] {
  return [...after.listeners].flatMap(([event, count]) => {
    const more = count - (before.listeners.get(event) ?? 0);
    return more > 0 ? [`${more} listeners for the event "${event}" of the process`] : [];
  });
}

/** By identity: what was closing when the file began must not stand for something that it leaves. */
function handleLeaks(before: Surroundings, after: Surroundings): string[] {
  const known = new Set(before.handles.map(({ id }) => id));
  return after.handles
    .filter(({ id, kind }) => !known.has(id) && !isOfShared(after, kind))
    .map((handle) => `an open ${handle.kind}, ${originOf(handle)}`);
}

function requestLeaks(before: Surroundings, after: Surroundings): string[] {
  return [...after.requests].flatMap(([kind, count]) => {
    const more = count - (before.requests.get(kind) ?? 0);
    return more > 0 && !isOfShared(after, kind) ? [`${more} open ${kind}`] : [];
  });
}

const isOfShared = ({ shared }: Surroundings, kind: string): boolean => shared.length > 0 && OF_SHARED.has(kind);

function sharedNames(): string[] {
  const holder = globalThis as { [shared: symbol]: ReadonlyMap<string, unknown> | undefined };
  return [...(holder[Symbol.for('switchboard.shared')]?.keys() ?? [])];
}
