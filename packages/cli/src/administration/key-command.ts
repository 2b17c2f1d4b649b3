import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { KeyValues } from '@switchboard/model/key-types/key-type';
import type { CommandParts } from '../command-line/command-parts.ts';
import { UsageError } from '../exit.ts';
import type { KeyAction } from './actions.ts';
import type { AsPerson } from './as-person.ts';
import { needed, printRows, runAct } from './run-act.ts';

export type KeyOptions = AsPerson & {
  readonly type?: string;
  readonly description?: string;
  readonly from?: string;
  readonly json?: true;
};

/** Administers keys of an account of the installation of the settings. */
export async function keyCommand(
  action: KeyAction,
  { account, name: given }: { readonly account: string; readonly name: string | null },
  options: KeyOptions,
  parts: CommandParts,
): Promise<number> {
  const { out } = parts.terminal;
  const server = await import('@switchboard/server');
  return runAct(parts, 'key', async (database) => {
    const by = { database, as: options.as ?? null };
    if (action === 'list')
      return printRows(parts, server.listKeys(by, account), options.json === true, (row) => [
        row.name,
        row.type,
        row.suspended_reason === null ? row.status : `${row.status}: ${row.suspended_reason}`,
      ]);
    const name = needed(given, 'The name of the key');
    const key =
      action === 'add'
        ? { type: needed(options.type, '--type'), properties: await readProperties(options.from, parts) }
        : null;
    const onUnavailable = async ({ message }: Error): Promise<never> => {
      throw new server.SettingsError(message);
    };
    const settings = server.readSettings(parts.env, parts.cwd);
    const queue = server.openUnitQueue({ url: database.url, onError: () => {} });
    try {
      const keyParts = {
        ...by,
        ...settings,
        queue,
        masterKey: await server.loadMasterKey({ database, settings, onUnavailable }),
      };
      const isTried =
        key === null
          ? await server.tryKey(keyParts, account, name)
          : await server.createKey(keyParts, { account, name, description: options.description ?? '', ...key });
      const done = key === null ? `The key ${name} is in order` : `The key ${name} was added`;
      out.write(`${done}${isTried ? ', and was tried' : '. Keys of its type cannot be tried'}.\n`);
    } finally {
      await queue.stop();
    }
  });
}

/** @throws UsageError unless the text is a JSON object of texts, numbers and flags */
async function readProperties(file: string | undefined, { cwd, readInput }: CommandParts): Promise<KeyValues> {
  const place = file ?? 'standard input';
  const text = file === undefined ? (await readInput()).toString('utf8') : await readFile(resolve(cwd, file), 'utf8');
  const value = parse(text);
  if (value === undefined) throw new UsageError(`The properties in ${place} are not valid JSON.`);
  const isPlain = (one: unknown): boolean => one === null || ['string', 'number', 'boolean'].includes(typeof one);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.values(value).every(isPlain))
    throw new UsageError(`The properties in ${place} must be one JSON object of texts, numbers, true, false and null.`);
  return value as KeyValues;
}

/** Undefined for a text that is not JSON. The message of the parser would quote it, and it holds secrets. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
