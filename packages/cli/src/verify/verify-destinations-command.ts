import { fullNumber } from '@switchboard/model/format';
import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT } from '../exit.ts';
import { withDatabase } from '../installation/with-database.ts';
import { printable } from '../terminal/terminal.ts';

export type VerifyDestinationsOptions = {
  readonly content?: true;
  readonly account?: string;
  readonly from?: string;
  readonly json?: true;
};

/** Compares the ledger of the installation of the settings with what its destinations record. */
export async function verifyDestinationsCommand(
  options: VerifyDestinationsOptions,
  parts: CommandParts,
): Promise<number> {
  const { out, err, errColours } = parts.terminal;
  const refuse = (message: string): number => {
    err.write(`${errColours.red('error')} ${message}\n`);
    return EXIT.usage;
  };
  if (options.from !== undefined)
    return refuse('--from goes on with a verification of the store, not of destinations.');
  const { loadMasterKey, readSettings, SettingsError, verifyDestinations } = await import('@switchboard/server');
  const { account = null, json = false } = options;
  const signal = parts.untilStopped();
  const skipped = new Map<string, number>();
  let [compared, problems] = [0, 0];
  try {
    return await withDatabase(parts, 'switchboard verify', async (database) => {
      const settings = readSettings(parts.env, parts.cwd);
      const onUnavailable = async ({ message }: Error): Promise<never> => {
        throw new SettingsError(message);
      };
      const masterKey = await loadMasterKey({ database, settings, onUnavailable });
      const content = options.content === true;
      for await (const page of verifyDestinations({ database, settings, masterKey, account, content, signal })) {
        for (const problem of page.problems) {
          const { name, reportDate, destination, detail, advice } = problem;
          const line = `${problem.account}: upload ${name} ${reportDate ?? 'without date'}: ${destination}: ${detail} ${advice}`;
          out.write(json ? `${JSON.stringify({ problem })}\n` : `${printable(line)}\n`);
        }
        compared += page.compared;
        problems += page.problems.length;
        for (const [connector, count] of page.skipped) skipped.set(connector, (skipped.get(connector) ?? 0) + count);
        signal.throwIfAborted();
      }
      const others = [...skipped].map(([connector, count]) => `${connector} ${fullNumber(count)}`).join(', ');
      if (json)
        out.write(`${JSON.stringify({ verified: { compared, problems, skipped: Object.fromEntries(skipped) } })}\n`);
      else {
        const result = problems === 0 ? 'all are as the ledger says' : `${fullNumber(problems)} differ`;
        out.write(`${fullNumber(compared)} deliveries compared with what their destinations record: ${result}.\n`);
        if (others !== '')
          out.write(`Not compared, since their records cannot be read apart from a delivery: ${others}.\n`);
      }
      return problems === 0 ? EXIT.ok : EXIT.failed;
    });
  } catch (error) {
    if (signal.aborted) throw error;
    return refuse(error instanceof Error ? error.message : String(error));
  }
}
