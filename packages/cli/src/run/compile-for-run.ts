import type { Plan } from '@switchboard/model/plan';
import type { CommandParts } from '../command-line/command-parts.ts';
import { compileScripts } from '../script/compile-scripts.ts';
import { findKey, type GivenKey } from '../script/keys.ts';
import { readScripts, type ScriptFile } from '../script/read-scripts.ts';
import { errorsFirst, messageCounts, messageText } from '../script/show-messages.ts';

export type CompiledScripts = { readonly files: readonly ScriptFile[]; readonly plan: Plan };

/**
 * Compiles scripts for a command that runs them, and prints their errors, and warnings if asked for; null when there are errors. With
 * `json`, errors are printed as one JSON object, with the messages as `compile --json` has them. Throws UsageError.
 */
export async function compileForRun(
  paths: readonly string[],
  keyFile: ReadonlyMap<string, GivenKey>,
  { json, warnings }: { readonly json: boolean; readonly warnings: boolean },
  parts: CommandParts,
): Promise<CompiledScripts | null> {
  const { out, err, errColours } = parts.terminal;
  const files = await readScripts(paths, parts.cwd);
  const { messages, plan } = compileScripts(files, {
    keyType: (name) => findKey(name, keyFile, parts.env)?.type ?? null,
  });
  const isWrong = plan === null || messages.some((message) => message.type === 'error');
  if (json) {
    if (isWrong) out.write(`${JSON.stringify({ messages }, null, 2)}\n`);
    return isWrong ? null : { files, plan };
  }
  const shown = messages.filter(({ type }) => type === 'error' || (warnings && type === 'warning'));
  for (const message of errorsFirst(shown)) err.write(`${messageText(message, files, errColours, err.columns)}\n`);
  if (!isWrong) return { files, plan };
  err.write(`${messageCounts(messages, files)}\n`);
  return null;
}
