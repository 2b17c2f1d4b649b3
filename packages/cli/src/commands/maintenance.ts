import { Argument, type Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';
import { MAINTENANCE_ACTIONS, type MaintenanceAction } from '../maintenance/maintenance-actions.ts';

/** `switchboard maintenance <on|off|status>`: closes the API and the console of a running installation for an upgrade. */
export function registerMaintenance(program: Command, parts: CommandParts): void {
  declareCommand(program, 'maintenance', {
    description:
      'Close the API and the console for an upgrade, or open them again. Running work continues. ' +
      'The console shows that Switchboard will be back soon, and reconnects.',
    examples: ['maintenance on', 'maintenance off', 'maintenance status'],
  })
    .addArgument(new Argument('<action>', 'the new state, or status to print it').choices([...MAINTENANCE_ACTIONS]))
    .action((action: MaintenanceAction) =>
      runAndExit(parts, async () =>
        (await import('../maintenance/maintenance-command.ts')).maintenanceCommand(action, parts),
      ),
    );
}
