import { formatBytes, fullNumber } from '@switchboard/model/format';
import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT } from '../exit.ts';
import { withDatabase } from '../installation/with-database.ts';
import { printable } from '../terminal/terminal.ts';
import { type VerifyDestinationsOptions, verifyDestinationsCommand } from './verify-destinations-command.ts';

export type VerifyOptions = VerifyDestinationsOptions & { readonly destinations?: true };

/** Compares the ledger of the installation of the settings with its store, or with its destinations. */
export const verifyCommand = (options: VerifyOptions, parts: CommandParts): Promise<number> =>
  options.destinations === true ? verifyDestinationsCommand(options, parts) : verifyStoreCommand(options, parts);

async function verifyStoreCommand(options: VerifyOptions, parts: CommandParts): Promise<number> {
  const { out, err, errColours } = parts.terminal;
  const refuse = (message: string): number => {
    err.write(`${errColours.red('error')} ${message}\n`);
    return EXIT.usage;
  };
  const { openStore, readCursor, verifyStore } = await import('@switchboard/server');
  const { account = null, from = null, json = false } = options;
  if (from !== null && readCursor(from) === null)
    return refuse(`${from} is not a cursor. Copy the one that the earlier verification printed.`);
  const stopped = parts.untilStopped();
  let [objects, bytes, problems, cursor] = [0, 0, 0, from];
  try {
    return await withDatabase(parts, 'switchboard verify', async (database, settings) => {
      const store = openStore(settings.storage);
      for await (const page of verifyStore({ database, store, account, from, content: options.content === true })) {
        for (const problem of page.problems)
          out.write(
            json
              ? `${JSON.stringify({ problem })}\n`
              : `${printable(`${problem.account}: ${problem.owner} ${problem.name} ${problem.id}: ${problem.key}: ${problem.detail}`)}\n`,
          );
        objects += page.objects;
        bytes += page.bytes;
        problems += page.problems.length;
        ({ cursor } = page);
        if (json) out.write(`${JSON.stringify({ verified: { objects, bytes, problems, cursor } })}\n`);
        stopped.throwIfAborted();
      }
      const how = options.content ? 'with their content' : 'with their lengths';
      if (!json)
        out.write(
          `${fullNumber(objects)} objects, ${formatBytes(bytes)}, compared ${how}: ${problems === 0 ? 'all are as the ledger says' : `${fullNumber(problems)} differ`}.\n`,
        );
      return problems === 0 ? EXIT.ok : EXIT.failed;
    });
  } catch (error) {
    if (cursor !== null) err.write(`Go on with --from '${cursor}'.\n`);
    if (stopped.aborted) throw error;
    return refuse(error instanceof Error ? error.message : String(error));
  }
}
