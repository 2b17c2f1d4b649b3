import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT } from '../exit.ts';

export type RetryOptions = {
  readonly from: string;
  readonly to: string;
  readonly cause?: readonly string[];
  readonly account?: string;
  readonly dryRun?: true;
};

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Retries what failed in a span, on the database of the settings. Exit code 2 for times that cannot be read. */
export async function retryCommand(options: RetryOptions, parts: CommandParts): Promise<number> {
  const { out, err, errColours } = parts.terminal;
  const wrong = [options.from, options.to].find((time) => !INSTANT.test(time) || Number.isNaN(Date.parse(time)));
  if (wrong !== undefined) {
    err.write(`${errColours.red('error')} ${wrong} is not a time with a zone. Write it as 2026-11-20T02:10Z.\n`);
    return EXIT.usage;
  }
  const { findRunningDatabase, INSTALLATION_CODES, openDatabase, openUnitQueue, readSettings, retryFailed } =
    await import('@switchboard/server');
  const url = findRunningDatabase(readSettings(parts.env, parts.cwd));
  const database = openDatabase({ url, connections: 1, applicationName: 'switchboard retry' });
  const queue = openUnitQueue({ url, onError: () => {} });
  try {
    const { retried, left } = await retryFailed(
      { database, queue },
      {
        from: new Date(options.from),
        to: new Date(options.to),
        causes: options.cause ?? INSTALLATION_CODES,
        account: options.account ?? null,
        isDryRun: options.dryRun === true,
      },
    );
    const verb = options.dryRun ? 'would be retried' : 'retried';
    const rest = left === 0 ? '' : `; ${left} left, since a later version exists or what they are made from has failed`;
    out.write(`${retried} ${verb}${rest}.\n`);
    return EXIT.ok;
  } finally {
    await queue.stop();
    await database.close();
  }
}
