import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { buildProgram } from '../main.ts';
import { openTerminal } from '../terminal/terminal.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const PAGES = ['README.md', 'deploy/README.md', ...globSync('docs/**/*.md', { cwd: ROOT })].sort();

/** A command as a page has it. In running text it may be named without what it needs. */
type Documented = { readonly page: string; readonly line: string; readonly isWhole: boolean };

/** Words behind the name of the program, up to what the shell reads itself. */
const COMMAND = /(?:^|[\s;&(])(?:npx )?switchboard ((?:"[^"]*"|'[^']*'|[^\s"'#<>|&;`)]+|[ ])+)/g;

function commandsOf(page: string): readonly Documented[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const fence = /^ *```(\w*)\n([\s\S]*?)^ *```/gm;
  const blocks = [...text.matchAll(fence)].filter(([, language = '']) => ['', 'sh'].includes(language));
  const whole = blocks.flatMap(([, , block = '']) =>
    block.split('\n').filter((line) => line.includes('npx switchboard')),
  );
  const named = [...text.replaceAll(fence, '').matchAll(/`((?:npx )?switchboard [^`]+)`/g)].map(
    ([, line = '']) => line,
  );
  return [
    ...whole.map((line) => ({ page, line, isWhole: true })),
    ...named.map((line) => ({ page, line, isWhole: false })),
  ];
}

const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? '');

const program = (): Command => {
  const silent = { write: () => undefined };
  return buildProgram({
    terminal: openTerminal(silent, silent, {}),
    env: {},
    cwd: ROOT,
    readInput: async () => Buffer.alloc(0),
    untilStopped: () => new AbortController().signal,
    exit: () => undefined,
  });
};

/** Why the program does not take a command; null when it does. */
function problemOf(line: string, isWhole: boolean): string | null {
  const found = [...line.matchAll(COMMAND)];
  if (found.length === 0) return 'has no command';
  for (const [, text = ''] of found) {
    const [name = '', ...args] = wordsOf(text);
    const command = program().commands.find((each) => each.name() === name);
    if (command === undefined) return `there is no command ${name}`;
    command.exitOverride();
    try {
      const { operands, unknown } = command.parseOptions(args);
      if (unknown.length > 0) return `${name} has no option ${unknown[0]}`;
      const expected = command.registeredArguments;
      const isOpen = expected.at(-1)?.variadic === true;
      if (operands.length > expected.length && !isOpen) return `${name} takes no ${operands[expected.length]}`;
      for (const [index, operand] of operands.entries()) {
        const choices = expected[index]?.argChoices;
        if (choices !== undefined && !choices.includes(operand)) return `${name} has no action ${operand}`;
      }
      const missing = expected.find((argument, index) => argument.required && index >= operands.length);
      if (isWhole && missing !== undefined) return `${name} needs ${missing.name()}`;
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      if (isWhole || error.code !== 'commander.optionMissingArgument') return error.message;
    }
  }
  return null;
}

test('each command of the documentation exists, with these options and actions', () => {
  const documented = PAGES.flatMap(commandsOf);
  expect(documented.length).toBeGreaterThan(60);
  expect(
    documented.flatMap(({ page, line, isWhole }) => {
      const problem = problemOf(line, isWhole);
      return problem === null ? [] : [`${page}: ${line}: ${problem}`];
    }),
  ).toEqual([]);
});

test.each([
  ['npx switchboard vanish', 'there is no command vanish'],
  ['npx switchboard doctor --loud', 'doctor has no option --loud'],
  ['npx switchboard keys burn', 'keys has no action burn'],
  ['npx switchboard doctor everything', 'doctor takes no everything'],
  ['npx switchboard backup', 'backup needs folder'],
  ['npx switchboard drain --pool', "error: option '--pool <label>' argument missing"],
  ['set -a; npx switchboard maintenance on && npx switchboard maintenance in', 'maintenance has no action in'],
])('reports what is wrong with %j', (line, problem) => {
  expect(problemOf(line, true)).toBe(problem);
});
