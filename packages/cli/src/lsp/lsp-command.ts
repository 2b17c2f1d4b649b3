import { CONNECTORS } from '@switchboard/connectors/registry';
import { CONNECTION_OPTIONS, startServer } from '@switchboard/language/lsp';
import { createConnection } from 'vscode-languageserver/node';
import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT } from '../exit.ts';
import { assumedKeys } from '../script/compile-scripts.ts';
import { givenCatalog } from '../script/given-catalog.ts';
import { SCRIPTS_ON_DISK } from './scripts-on-disk.ts';

/** Serves the editor that started this program until it says exit, or closes our input. Throws UsageError for a bad catalog. */
export async function lspCommand(options: { catalog?: string }, parts: CommandParts): Promise<number> {
  const given = await givenCatalog(options.catalog, parts.cwd);
  const { connectors = CONNECTORS.map((connector) => connector.spec), keys } = given;
  const closed = new Promise<number>((end) => process.stdin.once('close', () => end(EXIT.failed)));
  startServer(createConnection(process.stdin, process.stdout, CONNECTION_OPTIONS), {
    catalog: { connectors, keys: keys ?? [] },
    ...(keys === undefined ? { keysFor: (declarations) => assumedKeys(declarations, connectors) } : {}),
    reader: SCRIPTS_ON_DISK,
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  });
  return closed;
}
