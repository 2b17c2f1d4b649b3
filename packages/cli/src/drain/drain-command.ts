import { setTimeout } from 'node:timers/promises';
import type { DrainRequest, DrainState } from '@switchboard/server';
import type { AsPerson } from '../administration/as-person.ts';
import { runAct } from '../administration/run-act.ts';
import type { CommandParts } from '../command-line/command-parts.ts';
import { UsageError } from '../exit.ts';

export type DrainOptions = AsPerson & { readonly pool?: string; readonly account?: string; readonly wait?: true };

/** Milliseconds between two polls for what still runs. */
const POLL = 2_000;

const NOUNS = { host: 'The host', pool: 'The pool', account: 'The account' } as const;

/** Closes a host, a pool or an account to new work, or lists what is closed. */
export function drainCommand(host: string | null, options: DrainOptions, parts: CommandParts): Promise<number> {
  const request = requestOf(host, options);
  const { out } = parts.terminal;
  return runAct(parts, 'drain', async (database) => {
    const { drainAs, listDrainsAs } = await import('@switchboard/server');
    const by = { database, as: options.as ?? null };
    if (request !== null) await drainAs(by, request);
    const find = async (): Promise<readonly DrainState[]> =>
      (await listDrainsAs(by)).filter(
        ({ kind, name }) => request === null || (kind === request.kind && name === request.name),
      );
    let drains = await find();
    while (options.wait === true && drains.some(({ isEmpty }) => !isEmpty)) {
      await setTimeout(POLL);
      drains = await find();
    }
    if (drains.length === 0) out.write('Nothing is drained.\n');
    for (const drain of drains) out.write(`${stateText(drain)}\n`);
  });
}

/** Opens a host, a pool or an account to work again. */
export function undrainCommand(host: string | null, options: DrainOptions, parts: CommandParts): Promise<number> {
  const request = requestOf(host, options);
  if (request === null) throw new UsageError('Name a host, or --pool, or --account.');
  return runAct(parts, 'undrain', async (database) => {
    const { undrainAs } = await import('@switchboard/server');
    const isChanged = await undrainAs({ database, as: options.as ?? null }, request);
    const what = `${NOUNS[request.kind]} ${request.name}`;
    parts.terminal.out.write(isChanged ? `${what} takes work again.\n` : `${what} was not drained.\n`);
  });
}

function stateText({ kind, name, since, running, isEmpty }: DrainState): string {
  const what = `${NOUNS[kind]} ${name} takes no new work since ${since.toISOString()}`;
  if (isEmpty) return `${what} and is empty.`;
  return running === 0
    ? `${what}; not every worker follows yet.`
    : `${what}; ${running} ${running === 1 ? 'unit runs' : 'units run'}.`;
}

/** @throws UsageError when several are named */
function requestOf(host: string | null, { pool, account }: DrainOptions): DrainRequest | null {
  const named: DrainRequest[] = [
    ...(host === null ? [] : [{ kind: 'host' as const, name: host }]),
    ...(pool === undefined ? [] : [{ kind: 'pool' as const, name: pool }]),
    ...(account === undefined ? [] : [{ kind: 'account' as const, name: account }]),
  ];
  if (named.length > 1) throw new UsageError('Name one of a host, --pool and --account.');
  return named[0] ?? null;
}
