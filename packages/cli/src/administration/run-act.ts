import type { Database, Settings } from '@switchboard/server';
import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT, UsageError } from '../exit.ts';
import { withDatabase } from '../installation/with-database.ts';
import { printable } from '../terminal/terminal.ts';

/** Runs an act of administration on the installation of the settings. What is refused is printed, with exit code 1. */
export function runAct(
  parts: CommandParts,
  command: string,
  act: (database: Database, settings: Settings) => Promise<void>,
): Promise<number> {
  return withDatabase(parts, `switchboard ${command}`, async (database, settings) => {
    await act(database, settings);
    return EXIT.ok;
  });
}

/** @throws UsageError when an argument that the action needs is missing */
export function needed(value: string | null | undefined, what: string): string {
  if (value === null || value === undefined || value === '') throw new UsageError(`${what} is missing.`);
  return value;
}

/** Prints rows as they come: as JSON, or as cells that are separated by tabs. */
export async function printRows<Row extends object>(
  { terminal }: CommandParts,
  rows: AsyncIterable<Row>,
  json: boolean,
  cells: (row: Row) => readonly (string | number)[],
): Promise<void> {
  for await (const row of rows)
    terminal.out.write(
      json
        ? `${JSON.stringify(row)}\n`
        : `${cells(row)
            .map((cell) => printable(String(cell)))
            .join('\t')}\n`,
    );
}
