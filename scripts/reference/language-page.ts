import {
  DIAGNOSTICS,
  type Diagnostic,
  DOWNLOAD_PARAMETERS,
  FUNCTIONS,
  type FunctionSpec,
  UPLOAD_PARAMETERS,
} from '@switchboard/language';
import { CONSTRUCTS } from '../../packages/language/src/constructs/registry.ts';
import { code, page, table } from './markdown.ts';
import { parameterTable } from './parameter-table.ts';

const KINDS: Readonly<Record<FunctionSpec['kind'], string>> = {
  scalar: 'Functions of one row',
  aggregate: 'Functions that fold rows',
  window: 'Functions over a window',
  rows: 'Functions that make rows',
};

/** Switchboard Script: what can be declared, with which parameters, and the functions of its expressions. */
export function languagePage(): string {
  const constructs = CONSTRUCTS.flatMap(({ keywords, doc, example }) => [
    `### ${keywords.join(', ')}`,
    doc,
    `\`\`\`\n${example.trim()}\n\`\`\``,
  ]);
  const functions = Object.entries(KINDS).flatMap(([kind, title]) => {
    const own = FUNCTIONS.filter((one) => one.kind === kind);
    return own.length === 0 ? [] : [`### ${title}`, functionTable(own)];
  });
  return page(
    'Switchboard Script',
    'What a script can say. Files end in `.sbs`.',
    '## Declarations',
    ...constructs,
    '## Parameters of every download',
    parameterTable(DOWNLOAD_PARAMETERS),
    '## Parameters of every upload',
    parameterTable(UPLOAD_PARAMETERS),
    'A connector adds its own: [connectors and keys](connectors.md).',
    '## Functions',
    ...functions,
  );
}

function functionTable(functions: readonly FunctionSpec[]): string {
  return table(
    ['Function', 'Meaning', 'Example'],
    functions.map(({ name, signature, doc, example }) => [code(`${name}${signature}`), doc, code(example)]),
  );
}

/** Everything that the compiler can say, by code. */
export function diagnosticsPage(): string {
  const rows = Object.entries<Diagnostic>(DIAGNOSTICS)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { severity, text, wrong, right }]) => [
      code(name),
      severity,
      text,
      wrong === '' ? 'no script' : code(wrong),
      code(right),
    ]);
  return page(
    'Messages of the compiler',
    'Each code with a script that causes it and one that does not. Words in braces are filled in.',
    table(['Code', 'Severity', 'Text', 'Causes it', 'Does not'], rows),
  );
}
