import { isUtf8 } from 'node:buffer';
import { syntaxErrors } from '@switchboard/language';
import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT, UsageError } from '../exit.ts';
import { readScripts, type ScriptFile } from '../script/read-scripts.ts';
import { messageText } from '../script/show-messages.ts';
import { printable } from '../terminal/terminal.ts';
import { formatText } from './format-text.ts';
import { replaceFile } from './replace-file.ts';

export type FormatOptions = { readonly check: boolean; readonly stdin: boolean };

const BOM = '\ufeff';

/** Formats scripts. Gives the exit code; throws UsageError for what cannot be read. */
export async function formatCommand(
  paths: readonly string[],
  options: FormatOptions,
  parts: CommandParts,
): Promise<number> {
  if (options.stdin && paths.length > 0) throw new UsageError('Name files, or pipe one in with --stdin, not both.');
  return options.stdin ? formatInput(options, parts) : formatFiles(paths.length === 0 ? ['.'] : paths, options, parts);
}

async function formatFiles(paths: readonly string[], options: FormatOptions, parts: CommandParts): Promise<number> {
  const { out, err } = parts.terminal;
  const files = await readScripts(paths, parts.cwd);
  const sound = files.filter((file) => !isBroken(file, parts));
  let changed = 0;
  for (const file of sound) {
    const text = formatText(file.text, file.bom);
    if (text === (file.bom ? BOM : '') + file.text) continue;
    if (!options.check) await replaceFile(file.location, text);
    out.write(`${printable(file.shown)}\n`);
    changed += 1;
  }
  const broken = files.length - sound.length;
  const verb = options.check ? 'would be reformatted' : 'reformatted';
  const left = broken === 0 ? '' : `; ${broken} with syntax errors left alone`;
  err.write(`${changed} of ${files.length} ${files.length === 1 ? 'file' : 'files'} ${verb}${left}\n`);
  return broken > 0 || (options.check && changed > 0) ? EXIT.failed : EXIT.ok;
}

/** From input to output; a script with syntax errors goes through as it is, so that no editor loses a text by it. */
async function formatInput(options: FormatOptions, parts: CommandParts): Promise<number> {
  const bytes = await parts.readInput();
  if (!isUtf8(bytes)) throw new UsageError('The input is not a UTF-8 text.');
  const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const bom = whole.startsWith(BOM);
  const file = { path: 'input', shown: 'input', location: '', text: bom ? whole.slice(1) : whole, bom };
  const broken = isBroken(file, parts);
  const text = broken ? whole : formatText(file.text, bom);
  if (!options.check) parts.terminal.out.write(text);
  return broken || (options.check && text !== whole) ? EXIT.failed : EXIT.ok;
}

/** Whether a script has syntax errors; the first is shown. */
function isBroken(file: ScriptFile, { terminal: { err, errColours } }: CommandParts): boolean {
  const [first] = syntaxErrors(file);
  if (first) err.write(`${messageText(first, [file], errColours, err.columns)}\n`);
  return first !== undefined;
}
