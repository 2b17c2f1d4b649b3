import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { formatScript } from '@switchboard/language';
import type { Command } from 'commander';
import { EXIT } from '../exit.ts';
import { readScripts, type ScriptFile } from '../script/read-scripts.ts';
import { type CommandParts, declareCommand, endingWith } from './command-parts.ts';

/** `switchboard format [paths…]`: rewrites scripts in the one layout. Exit code 0, with `--check` 1 when one differs, 2 for a wrong call. */
export function registerFormat(program: Command, parts: CommandParts): void {
  declareCommand(program, 'format')
    .description('Lay scripts out anew, without changing what they mean.')
    .argument('[paths...]', 'script files, or folders of them', ['.'])
    .option('--check', 'change nothing; exit with 1 when a file is laid out differently', false)
    .action((paths: string[], options: { check: boolean }) =>
      endingWith(parts, () => formatCommand(paths, options, parts)),
    );
}

async function formatCommand(
  paths: readonly string[],
  options: { check: boolean },
  parts: CommandParts,
): Promise<number> {
  const { out, err } = parts.terminal;
  const files = await readScripts(paths, parts.cwd);
  const changed = files.flatMap((file) => {
    const text = formatScript(file.text);
    return text === file.text ? [] : [{ file, text }];
  });
  for (const { file, text } of changed) {
    if (!options.check) await replaceFile(file, text);
    out.write(`${file.path}\n`);
  }
  const verb = options.check ? 'would be laid out anew' : 'laid out anew';
  err.write(`${changed.length} of ${files.length} ${files.length === 1 ? 'file' : 'files'} ${verb}\n`);
  return options.check && changed.length > 0 ? EXIT.failed : EXIT.ok;
}

/** Writes beside the file and renames, so that a script is never half written. */
async function replaceFile(file: ScriptFile, text: string): Promise<void> {
  const beside = `${file.location}.${process.pid}.part`;
  const { mode } = await stat(file.location);
  try {
    await writeFile(beside, text, { mode, flag: 'wx' });
    await rename(beside, file.location);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
