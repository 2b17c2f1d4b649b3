import {
  isRetentionKind,
  MAX_KEPT_DAYS,
  minKeptDays,
  RETENTION_KINDS,
  type RetentionKind,
} from '@switchboard/model/kept/retention';
import type { CommandParts } from '../command-line/command-parts.ts';
import { UsageError } from '../exit.ts';
import type { AccountAction } from './actions.ts';
import type { AsPerson } from './as-person.ts';
import { needed, printRows, runAct } from './run-act.ts';

export type AccountOptions = AsPerson & {
  readonly name?: string;
  readonly confirm?: string;
  readonly keep: readonly string[];
  readonly weight?: string;
  readonly running?: string;
  readonly keyRunning?: string;
  readonly json?: true;
};

/** Administers accounts of the installation of the settings. */
export async function accountCommand(
  action: AccountAction,
  account: string | null,
  options: AccountOptions,
  parts: CommandParts,
): Promise<number> {
  const { out } = parts.terminal;
  const server = await import('@switchboard/server');
  const json = options.json === true;
  return runAct(parts, 'account', async (database) => {
    const by = { database, as: options.as ?? null };
    const urlName = (): string => needed(account, 'The name of the account');
    switch (action) {
      case 'list':
        return printRows(parts, server.listAccounts(by), json, (row) => [
          row.url_name,
          row.name,
          row.status,
          row.users,
        ]);
      case 'add':
        await server.createAccount(by, { urlName: urlName(), name: needed(options.name, '--name') });
        return void out.write(`The account ${account} was added. Invite its first user: switchboard person invite.\n`);
      case 'deactivate':
        await server.endAccount(by, urlName());
        return void out.write(`The account ${account} is deactivated. Its data is kept until it is erased.\n`);
      case 'export':
        for await (const line of server.exportAccount(by, urlName())) out.write(line);
        return;
      case 'erase':
        await server.beginAccountErasureAs(by, {
          urlName: urlName(),
          confirmation: needed(options.confirm, '--confirm'),
        });
        return void out.write(`The erasure of ${account} has begun. The scheduler carries it out.\n`);
      case 'retention': {
        const kept = await server.changeRetention(by, urlName(), readKept(options.keep));
        if (json) return void out.write(`${JSON.stringify(kept)}\n`);
        for (const [kind, label] of Object.entries(RETENTION_KINDS))
          out.write(`${label}: ${keptText(kept[kind as RetentionKind])}\n`);
        return;
      }
      case 'limits': {
        const limits = await server.changeLimits(by, urlName(), readLimits(options));
        if (json) return void out.write(`${JSON.stringify(limits)}\n`);
        out.write(`weight: ${limits.weight}\n`);
        out.write(`units at once: ${limitText(limits.running, limits.is_default_running)}\n`);
        out.write(`units at once of a key: ${limitText(limits.key_running, limits.is_default_key_running)}\n`);
      }
    }
  });
}

const limitText = (limit: number, isDefault: boolean): string => `${limit}${isDefault ? ' (default)' : ''}`;

/** @throws UsageError */
function readLimits({ weight, running, keyRunning }: AccountOptions) {
  return {
    ...(weight !== undefined && { queueWeight: readCount('--weight', weight) }),
    ...(running !== undefined && { runningLimit: readLimit('--running', running) }),
    ...(keyRunning !== undefined && { keyRunningLimit: readLimit('--key-running', keyRunning) }),
  };
}

const readLimit = (option: string, text: string): number | null =>
  text === 'default' ? null : readCount(option, text, ' or "default"');

function readCount(option: string, text: string, otherwise = ''): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`${option} must be a whole number${otherwise}, got "${text}".`);
  return Number(text);
}

const keptText = (days: number | null | undefined): string =>
  days === undefined ? 'as the installation' : days === null ? 'for ever' : `${days} days`;

/** @throws UsageError */
function readKept(texts: readonly string[]): Partial<Record<RetentionKind, number | null | undefined>> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, kind = '', days = ''] = /^([^=]*)=([^=]*)$/.exec(text) ?? [];
      if (!isRetentionKind(kind))
        throw new UsageError(`${text} names no kind of data. Kinds: ${Object.keys(RETENTION_KINDS).join(', ')}.`);
      if (days === 'ever') return [kind, null];
      if (days === 'installation') return [kind, undefined];
      const count = /^\d{1,6}$/.test(days) ? Number(days) : 0;
      if (count < minKeptDays(kind) || count > MAX_KEPT_DAYS)
        throw new UsageError(
          `${text} must give between ${minKeptDays(kind)} and ${MAX_KEPT_DAYS} days, "ever" or "installation".`,
        );
      return [kind, count];
    }),
  );
}
