import type { Command } from 'commander';
import { EXIT } from '../exit.ts';
import { compileScripts } from '../script/compile-scripts.ts';
import { readScripts } from '../script/read-scripts.ts';
import { messageCounts, messageText } from '../script/show-messages.ts';
import { type CommandParts, declareCommand, endingWith } from './command-parts.ts';

/** `switchboard compile [paths…]`: says what is wrong with scripts. Exit code 0 without errors, 1 with, 2 for a wrong call. */
export function registerCompile(program: Command, parts: CommandParts): void {
  declareCommand(program, 'compile')
    .description('Check scripts and say what is wrong, and where.')
    .argument('[paths...]', 'script files, or folders of them', ['.'])
    .option('--json', 'print messages, declarations and plan as JSON', false)
    .action((paths: string[], options: { json: boolean }) =>
      endingWith(parts, () => compileCommand(paths, options, parts)),
    );
}

async function compileCommand(
  paths: readonly string[],
  options: { json: boolean },
  parts: CommandParts,
): Promise<number> {
  const { out, outColours, err } = parts.terminal;
  const files = await readScripts(paths, parts.cwd);
  const { messages, declarations, plan } = compileScripts(files);
  if (options.json) {
    out.write(`${JSON.stringify({ messages, declarations, plan }, null, 2)}\n`);
  } else {
    for (const message of messages) out.write(`${messageText(message, files, outColours)}\n`);
    err.write(`${messageCounts(messages, files)}\n`);
  }
  return messages.some((message) => message.type === 'error') ? EXIT.failed : EXIT.ok;
}
