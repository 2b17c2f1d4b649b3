import { closest } from '@switchboard/language';
import type { Plan } from '@switchboard/model/plan';
import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT, UsageError } from '../exit.ts';
import { compileScripts } from '../script/compile-scripts.ts';
import { readScripts } from '../script/read-scripts.ts';
import { messageCounts, messageText } from '../script/show-messages.ts';
import { type Colours, printable } from '../terminal/terminal.ts';
import { lineageMermaid } from './lineage-mermaid.ts';
import type { LineageOptions } from './lineage-options.ts';
import { lineageText } from './lineage-text.ts';
import { type UploadLineage, uploadLineage } from './upload-lineage.ts';

/** Shows what an upload is made from. Gives the exit code; throws UsageError for what cannot be read or is not there. */
export async function lineageCommand(
  upload: string,
  paths: readonly string[],
  { format }: LineageOptions,
  parts: CommandParts,
): Promise<number> {
  const { out, err, outColours, errColours } = parts.terminal;
  const files = await readScripts(paths, parts.cwd);
  const { messages, plan } = compileScripts(files);
  if (plan === null) {
    const errors = messages.filter((message) => message.type === 'error');
    for (const message of errors) err.write(`${messageText(message, files, errColours, err.columns)}\n`);
    err.write(`${messageCounts(messages, files)}\n`);
    return EXIT.failed;
  }
  const lineage = uploadLineage(plan, upload);
  if (lineage === null) throw unknownUpload(plan, upload);
  out.write(`${written(lineage, format, outColours)}\n`);
  return EXIT.ok;
}

function written(lineage: UploadLineage, format: LineageOptions['format'], colours: Colours): string {
  if (format === 'json') return JSON.stringify(lineage, null, 2);
  return format === 'mermaid' ? lineageMermaid(lineage) : lineageText(lineage, colours);
}

function unknownUpload({ uploads }: Plan, name: string): UsageError {
  const names = uploads.map((upload) => upload.name);
  const near = closest(name.slice(0, 100), names);
  const advice = near === null ? `There are: ${names.join(', ') || 'none'}.` : `Did you mean ${near}?`;
  return new UsageError(printable(`There is no upload ${name}. ${advice}`));
}
