import type { Executor } from '@switchboard/engine';
import type { Command } from 'commander';
import { EXIT, UsageError } from '../exit.ts';
import { type Environment, openTerminal, type Terminal } from '../terminal/terminal.ts';

/** The environment of a command: terminal, working directory, input, signals, exit. */
export type CommandParts = {
  readonly terminal: Terminal;
  readonly env: Environment;
  readonly cwd: string;
  /** All that is piped in, up to its end. */
  readonly readInput: () => Promise<Buffer>;
  /** Handles SIGINT and SIGTERM: the first one aborts the returned signal, a second one ends the program. */
  readonly untilStopped: () => AbortSignal;
  /** Runs the SQL of commands that do. Jailed processes by default. */
  readonly startExecutor?: () => Executor;
  /** Milliseconds before the first retry of a download or an upload; half a second without. */
  readonly firstRetryDelay?: number;
  /** Ends the program with a code once the output is written. */
  readonly exit: (code: number) => void;
};

/** Interrupted by SIGINT or SIGTERM. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** The parts of the running program. A reader that closes its end of a pipe (`| head`) ends the program quietly. */
export function systemParts(): CommandParts {
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      // A failure of the error output has no output to be reported to.
      if (output !== process.stderr) throw error;
    });
  }
  return {
    terminal: openTerminal(process.stdout, process.stderr, process.env),
    env: process.env,
    cwd: process.cwd(),
    readInput: async () => Buffer.concat(await Array.fromAsync<Buffer>(process.stdin)),
    untilStopped: () => {
      const stop = new AbortController();
      for (const name of ['SIGINT', 'SIGTERM'] as const)
        process.once(name, () => stop.abort(new Interrupted('Stopped.')));
      return stop.signal;
    },
    exit: (code) => {
      process.exitCode = code;
    },
  };
}

/** Help text of a command besides its arguments: description, examples and exit codes. */
export type CommandDoc = {
  readonly description: string;
  readonly examples: readonly string[];
  readonly exitCodes?: Readonly<Record<number, string>>;
};

/**
 * A new command of the program. What it runs is imported when it runs: a command must not wait for the libraries of another.
 */
export function declareCommand(
  program: Command,
  name: string,
  { description, examples, exitCodes }: CommandDoc,
): Command {
  const lines = examples.map((example) => `  ${program.name()} ${example}`);
  const codes = Object.entries(exitCodes ?? {}).map(([code, text]) => `  ${code}  ${text}`);
  return program
    .command(name)
    .description(description)
    .addHelpText(
      'after',
      [
        '',
        examples.length === 1 ? 'Example:' : 'Examples:',
        ...lines,
        ...(codes.length > 0 ? ['', 'Exit codes:', ...codes] : []),
      ].join('\n'),
    );
}

/** Collects the values of an option that may be repeated. */
export const collect = (value: string, earlier: readonly string[]): readonly string[] => [...earlier, value];

/** Runs a command and exits with its code: 2 on usage errors, 130 when interrupted, 1 on any other failure, each with a message. */
export async function runAndExit(parts: CommandParts, command: () => Promise<number>): Promise<void> {
  const { err, errColours } = parts.terminal;
  try {
    parts.exit(await command());
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    err.write(`${errColours.red('error')} ${message}\n`);
    if (error instanceof Interrupted) parts.exit(EXIT.interrupted);
    else parts.exit(error instanceof UsageError ? EXIT.usage : EXIT.failed);
  }
}
