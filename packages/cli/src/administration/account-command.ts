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
      }
    }
  });
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
