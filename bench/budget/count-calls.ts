import { ChildProcess } from 'node:child_process';
import { open } from 'node:fs/promises';
import pg from 'pg';

/** Counts calls of the program that loads this first, and sends the counts when it is asked. */
export type Calls = Readonly<Record<string, number>>;

const counts = new Map<string, number>();
const add = (name: string, more = 1): void => void counts.set(name, (counts.get(name) ?? 0) + more);

type Methods = Record<string, (...parameters: unknown[]) => unknown>;

/** Replaces a method by one that runs `before` first. */
function watch(owner: unknown, method: string, before: (parameter: unknown) => void): void {
  const methods = owner as Methods;
  const original = methods[method];
  methods[method] = function (this: unknown, ...parameters) {
    before(parameters[0]);
    return original?.apply(this, parameters);
  };
}

/** Enough of a statement to distinguish it from others. */
const NAME_LENGTH = 60;
watch(pg.Client.prototype, 'query', (query) => {
  const text = typeof query === 'string' ? query : (query as { readonly text: string }).text;
  add('statements');
  add(`statement ${text.replaceAll(/\s+/g, ' ').trim().slice(0, NAME_LENGTH)}`);
});
const handle = await open('/dev/null');
watch(Object.getPrototypeOf(handle), 'sync', () => add('syncs of files and folders'));
await handle.close();
watch(ChildProcess.prototype, 'spawn', (options) => add(`starts of ${(options as { readonly file: string }).file}`));
watch(JSON, 'parse', (text) => {
  add('texts parsed as JSON');
  add('bytes parsed as JSON', String(text).length);
});

process.on('message', () => process.send?.(Object.fromEntries(counts)));
process.channel?.unref();
