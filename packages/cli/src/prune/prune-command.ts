import { formatBytes } from '@switchboard/model/format';
import { RETENTION_KINDS, type RetentionKind } from '@switchboard/model/kept/retention';
import type { PrunedAccount } from '@switchboard/server';
import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT } from '../exit.ts';
import { withDatabase } from '../installation/with-database.ts';

export type PruneOptions = {
  readonly dryRun?: true;
  readonly account?: string;
  readonly list?: true;
  readonly json?: true;
};

const KINDS = Object.keys(RETENTION_KINDS) as readonly RetentionKind[];

/** Prunes the installation of the settings. Exit code 1 when there is no such account. */
export async function pruneCommand(options: PruneOptions, parts: CommandParts): Promise<number> {
  const { out, err, errColours } = parts.terminal;
  const { openStore, pruneInstallation, readDatabaseTime } = await import('@switchboard/server');
  const isDryRun = options.dryRun === true;
  return withDatabase(parts, 'switchboard prune', async (database, settings) => {
    let accounts = 0;
    const pruning = pruneInstallation({
      database,
      store: openStore(settings.storage),
      retention: settings.retention,
      now: await readDatabaseTime(database),
      account: options.account ?? null,
      isDryRun,
      onLeftOver: ({ key, bytes }) => {
        if (options.list) out.write(options.json ? `${JSON.stringify({ object: key, bytes })}\n` : `${key}\n`);
      },
    });
    for await (const pruned of pruning) {
      accounts += 1;
      out.write(options.json ? `${JSON.stringify(pruned)}\n` : prunedText(pruned, isDryRun));
    }
    if (accounts > 0 || options.account === undefined) return EXIT.ok;
    err.write(`${errColours.red('error')} There is no account ${options.account}.\n`);
    return EXIT.failed;
  });
}

function prunedText({ account, kinds, removed, leftOver }: PrunedAccount, isDryRun: boolean): string {
  const of = (count: number, what: string, bytes: number): string =>
    `  ${count} ${what}${bytes === 0 ? '' : `, ${formatBytes(bytes)}`}\n`;
  const lines = KINDS.map((kind) => {
    const found = kinds[kind];
    if (found === undefined) return `  ${RETENTION_KINDS[kind]}: kept for ever\n`;
    if (kind === 'units') return of(found.count, `runs ${isDryRun ? 'would move' : 'moved'} to the archive`, 0);
    if (kind === 'archive') return of(found.count, `archived runs ${isDryRun ? 'would be removed' : 'removed'}`, 0);
    const what = kind === 'events' ? 'events' : 'runs';
    return of(found.count, `${what} ${isDryRun ? 'would lose' : 'lost'} ${RETENTION_KINDS[kind]}`, found.bytes).replace(
      /events (?:would lose|lost) events/,
      `events ${isDryRun ? 'would be removed' : 'removed'}`,
    );
  });
  return [
    `${account}\n`,
    ...lines,
    of(leftOver.count, `objects without a run ${isDryRun ? 'would be removed' : 'removed'}`, leftOver.bytes),
    ...(isDryRun ? [] : [of(removed.count, 'objects of runs pruned earlier left the store', removed.bytes)]),
  ].join('');
}
