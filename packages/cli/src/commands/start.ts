import type { Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';

/** `switchboard start`: starts the roles of the settings and runs until it is asked to stop. */
export function registerStart(program: Command, parts: CommandParts): void {
  declareCommand(program, 'start', {
    description: 'Start Switchboard with settings from the environment (docs/reference/environment.md).',
    examples: ['start'],
  }).action(() => runAndExit(parts, async () => (await import('../start/start-command.ts')).startCommand(parts)));
}
