import type { AsPerson } from '../administration/as-person.ts';
import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT } from '../exit.ts';
import { withDatabase } from '../installation/with-database.ts';

export type RetryOptions = AsPerson & {
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
  const { INSTALLATION_CODES, openUnitQueue, retryFailedAs } = await import('@switchboard/server');
  return withDatabase(parts, 'switchboard retry', async (database) => {
    const queue = openUnitQueue({ url: database.url, onError: () => {} });
    try {
      const { retried, left } = await retryFailedAs(
        { database, queue, as: options.as ?? null },
        {
          from: new Date(options.from),
          to: new Date(options.to),
          causes: options.cause ?? INSTALLATION_CODES,
          account: options.account ?? null,
          isDryRun: options.dryRun === true,
        },
      );
      const verb = options.dryRun ? 'would be retried' : 'retried';
      const rest =
        left === 0 ? '' : `; ${left} left, since a later version exists or what they are made from has failed`;
      out.write(`${retried} ${verb}${rest}.\n`);
      return EXIT.ok;
    } finally {
      await queue.stop();
    }
  });
}
