import type { Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';

/** `switchboard doctor [--json]`: what is stuck and why. Exit code 0: nothing, 1: something, 2: it could not read. */
export function registerDoctor(program: Command, parts: CommandParts): void {
  declareCommand(program, 'doctor', {
    description: 'Say what is stuck and why, and what to do. Reads the running installation and changes nothing.',
    examples: ['doctor', 'doctor --json'],
  })
    .option('--json', 'one JSON object for programs, instead of text')
    .action((options: { readonly json?: true }) =>
      runAndExit(parts, async () =>
        (await import('../doctor/doctor-command.ts')).doctorCommand(options.json === true, parts),
      ),
    );
}
