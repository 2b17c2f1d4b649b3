import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Code,
  DIAGNOSTICS,
  type DiagnosticDefinition,
  EXPLANATIONS,
  FAMILIES,
  formatScript,
} from '@switchboard/language';
import { ERROR_CLASSES } from '@switchboard/model/errors/error-row';
import { ERRORS, type ErrorCode } from '@switchboard/model/errors/errors';
import { FAILURE_TITLES, failureOf } from '@switchboard/model/presentation/failure';
import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT } from '../exit.ts';
import type { Colours } from '../terminal/terminal.ts';
import { CODES, findCode } from './find-code.ts';
import { shownExample } from './shown-example.ts';

const PAGES = join(import.meta.dirname, '../../../../docs/reference/language/diagnostics');
const WIDTH = 100;

/** Says what a code of the compiler, or of a failure, means, or lists those of the compiler. Gives the exit code; throws UsageError for a code that there is not. */
export function explainCommand(written: string | undefined, parts: CommandParts): number {
  const { out, outColours } = parts.terminal;
  const error = written?.toUpperCase() ?? '';
  if (isErrorCode(error)) out.write(errorPage(error, outColours));
  else out.write(written === undefined ? listText(outColours) : codeText(findCode(written), outColours));
  return EXIT.ok;
}

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text);

/** The error of a run or a request: what happens after it, its message, why it fails and what to do. */
function errorPage(code: ErrorCode, colours: Colours): string {
  const { class: kind, severity, text } = ERRORS[code];
  const isOfRuns = FAILURE_TITLES.has(code);
  const { meaning, action } = failureOf(code);
  const parts = [
    `${colours.red(`${severity} ${code}`)} ${colours.dim(`(${kind}: ${ERROR_CLASSES[kind]})`)}`,
    wrapped(text),
    ...(isOfRuns ? [wrapped(meaning), wrapped(action)] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

const paintOf = (severity: DiagnosticDefinition['severity'], colours: Colours): ((text: string) => string) =>
  ({ error: colours.red, warning: colours.yellow, beta: colours.magenta, info: colours.cyan })[severity];

function codeText(code: Code, colours: Colours): string {
  const { severity, text, wrong, right }: DiagnosticDefinition = DIAGNOSTICS[code];
  const page = join(PAGES, `${code.toLowerCase()}.md`);
  const parts = [
    `${paintOf(severity, colours)(`${severity} ${code}`)} ${colours.dim(`(${familyOf(code)})`)}`,
    wrapped(text),
    wrapped(EXPLANATIONS[code]),
    ...(wrong === '' ? [] : [exampleText('Causes it:', wrong, colours)]),
    exampleText('Does not:', right, colours),
    ...(existsSync(page) ? [`${colours.bold('More:')} ${page}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function exampleText(title: string, script: string, colours: Colours): string {
  const lines = shownExample(formatScript(script)).split('\n');
  return [colours.bold(title), ...lines.map((line) => `  ${line}`.trimEnd())].join('\n');
}

function listText(colours: Colours): string {
  const families = Map.groupBy(CODES, familyOf);
  const sections = [...families].map(([family, codes]) => [
    colours.bold(family),
    ...codes.map((code) => {
      const { severity, text }: DiagnosticDefinition = DIAGNOSTICS[code];
      return `  ${code}  ${paintOf(severity, colours)(severity.padEnd(7))}  ${firstSentence(text)}`;
    }),
  ]);
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function familyOf(code: Code): string {
  return FAMILIES[code.charAt(3)] ?? 'Others';
}

function firstSentence(text: string): string {
  const sentence = /^.*?[.:;](?=\s|$)/.exec(text)?.[0] ?? text;
  return sentence.replace(/[:;]$/, '.');
}

/** A text in lines of at most so many characters, cut between words. */
function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}
