import type { Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';

/** `switchboard doctor [--json]` diagnoses a stuck installation. Exit code 0: no problem, 1: problems, 2: it could not read. */
export function registerDoctor(program: Command, parts: CommandParts): void {
  declareCommand(program, 'doctor', {
    description: 'Diagnose a stuck installation: each problem, its cause and what to do. Changes nothing.',
    examples: ['doctor', 'doctor --json'],
  })
    .option('--json', 'print one JSON object instead of text')
    .action((options: { readonly json?: true }) =>
      runAndExit(parts, async () =>
        (await import('../doctor/doctor-command.ts')).doctorCommand(options.json === true, parts),
      ),
    );
}
