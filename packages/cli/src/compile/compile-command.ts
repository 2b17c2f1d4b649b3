import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT } from '../exit.ts';
import { compileScripts } from '../script/compile-scripts.ts';
import { givenCatalog } from '../script/given-catalog.ts';
import { readScripts } from '../script/read-scripts.ts';
import { errorsFirst, messageCounts, messageText } from '../script/show-messages.ts';

export type CompileOptions = { readonly json: boolean; readonly catalog?: string };

/** Says what is wrong with scripts. Gives the exit code; throws UsageError for what cannot be read. */
export async function compileCommand(
  paths: readonly string[],
  options: CompileOptions,
  parts: CommandParts,
): Promise<number> {
  const { out, outColours, err } = parts.terminal;
  const catalog = await givenCatalog(options.catalog, parts.cwd);
  const files = await readScripts(paths, parts.cwd);
  const { messages, declarations, plan } = compileScripts(files, catalog);
  if (options.json) {
    out.write(`${JSON.stringify({ messages, declarations, plan }, null, 2)}\n`);
  } else {
    for (const message of errorsFirst(messages)) out.write(`${messageText(message, files, outColours, out.columns)}\n`);
    err.write(`${messageCounts(messages, files)}\n`);
  }
  return messages.some((message) => message.type === 'error') ? EXIT.failed : EXIT.ok;
}
