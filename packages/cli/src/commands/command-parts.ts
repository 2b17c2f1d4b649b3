import type { Command } from 'commander';
import { EXIT, UsageError } from '../exit.ts';
import { type Environment, openTerminal, type Terminal } from '../terminal/terminal.ts';

/** What a command touches besides its arguments. */
export type CommandParts = {
  readonly terminal: Terminal;
  readonly env: Environment;
  readonly cwd: string;
  /** From now on, asking to stop aborts the signal instead of ending the program; asking twice ends it. */
  readonly untilStopped: () => AbortSignal;
  /** Ends the program with a code once the output is written. */
  readonly exit: (code: number) => void;
};

/** A person's or the system's wish that the command ends. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** The parts of the running program. A reader that closes its end of a pipe (`| head`) ends the program quietly. */
export function systemParts(): CommandParts {
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit();
    });
  }
  return {
    terminal: openTerminal(process.stdout, process.stderr, process.env),
    env: process.env,
    cwd: process.cwd(),
    untilStopped: () => {
      const stop = new AbortController();
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort(new Stopped('Stopped.')));
      return stop.signal;
    },
    exit: (code) => {
      process.exitCode = code;
    },
  };
}

/** A new command of the program, whose wrong calls (unknown options, missing arguments) exit with 2. */
export function declareCommand(program: Command, name: string): Command {
  return program.command(name).exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage));
}

/** Runs a command to its exit code; a wrong call exits 2, a wish to stop 130, any other failure 1, each explained. */
export async function endingWith(parts: CommandParts, command: () => Promise<number>): Promise<void> {
  const { err, errColours } = parts.terminal;
  try {
    parts.exit(await command());
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    err.write(`${errColours.red('error')} ${message}\n`);
    if (error instanceof Stopped) parts.exit(EXIT.interrupted);
    else parts.exit(error instanceof UsageError ? EXIT.usage : EXIT.failed);
  }
}
