import { CODES } from '@switchboard/cli/find-code';
import { shownExample } from '@switchboard/cli/shown-example';
import {
  type Code,
  codeFrame,
  compile,
  DIAGNOSTICS,
  type DiagnosticDefinition,
  EXPLANATIONS,
  FAMILIES,
  formatScript,
  type Message,
} from '@switchboard/language';
import { applyFix } from '@switchboard/language/testing/apply-fix';
import { CATALOG } from '@switchboard/language/testing/catalog';
import { PRELUDE } from '@switchboard/language/testing/prelude';
import { block, code, page, table } from '../markdown.ts';

const WIDTH = 100;
const EFFECTS: Readonly<Record<DiagnosticDefinition['severity'], string>> = {
  error: 'a script with an error has no plan and cannot be published',
  warning: 'the script runs; something in it is probably not meant',
  beta: 'the script runs, with a feature whose details may still change',
  info: 'nothing is wrong; it explains how the script was read',
};

/** A page for each code of the compiler, and their index, by file name. */
export function diagnosticPages(): Readonly<Record<string, string>> {
  return {
    'README.md': indexOfCodes(),
    ...Object.fromEntries(CODES.map((name) => [fileOf(name), codePage(name)])),
  };
}

function fileOf(name: Code): string {
  return `${name.toLowerCase()}.md`;
}

function indexOfCodes(): string {
  const families = Map.groupBy(CODES, (name) => FAMILIES[name.charAt(3)] ?? '');
  const sections = [...families].flatMap(([family, codes]) => [
    `## ${family}`,
    table(
      ['Code', 'Severity', 'Text'],
      codes.map((name) => [`[${name}](${fileOf(name)})`, DIAGNOSTICS[name].severity, DIAGNOSTICS[name].text]),
    ),
  ]);
  return page(
    'Messages of the compiler',
    'Each message has a code. `switchboard explain` with a code says at a command line what stands here. Words in braces are filled in.',
    table(['Severity', 'Means'], Object.entries(EFFECTS)),
    ...sections,
    '## What the examples read',
    'The scripts on these pages stand beside these downloads, in an account with the keys ' +
      `${CATALOG.keys.map((key) => `${code(key.name)} (${key.status})`).join(', ')} and the connectors ` +
      `${CATALOG.connectors.map((connector) => code(connector.name)).join(', ')}.`,
    block(formatScript(PRELUDE.text), 'sbs'),
  );
}

function codePage(name: Code): string {
  const { severity, text, right }: DiagnosticDefinition = DIAGNOSTICS[name];
  return page(
    name,
    `${FAMILIES[name.charAt(3)] ?? ''}, ${severity}: ${EFFECTS[severity]}.`,
    `> ${text}`,
    EXPLANATIONS[name],
    ...wrongSections(name),
    `## ${severity === 'info' || severity === 'beta' ? 'Without it' : 'Right'}`,
    block(shownExample(formatScript(right)), 'sbs'),
    'The examples read [these downloads](README.md#what-the-examples-read).',
  );
}

/** The script that causes the message, what the compiler says about it, and what its quick fix makes of it. */
function wrongSections(name: Code): readonly string[] {
  const { severity, wrong }: DiagnosticDefinition = DIAGNOSTICS[name];
  if (wrong === '') return ['No script causes it.'];
  const script = formatScript(wrong);
  const message = messageOf(name, script);
  const { fix } = message;
  return [
    `## ${severity === 'info' || severity === 'beta' ? 'With it' : 'Wrong'}`,
    block(shownExample(script), 'sbs'),
    'The compiler says:',
    block(codeFrame(script, message, undefined, WIDTH), 'text'),
    ...(fix === undefined
      ? []
      : [`The quick fix "${fix.title}" makes of it:`, block(shownExample(formatScript(applyFix(script, fix))), 'sbs')]),
  ];
}

function messageOf(name: Code, text: string): Message {
  const { messages } = compile([PRELUDE, { path: 'main.sbs', text }], CATALOG);
  const found = messages.find((message) => message.code === name && message.path === 'main.sbs');
  if (!found) throw new Error(`The example of ${name} does not cause it`);
  return found;
}
