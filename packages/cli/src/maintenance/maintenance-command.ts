import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT } from '../exit.ts';
import type { MaintenanceAction } from './maintenance-actions.ts';

/** Sets or shows the maintenance of the installation of the settings; its programs follow within two seconds. */
export async function maintenanceCommand(action: MaintenanceAction, parts: CommandParts): Promise<number> {
  const { endMaintenance, findRunningDatabase, openDatabase, readMaintenance, readSettings, startMaintenance } =
    await import('@switchboard/server');
  const { out } = parts.terminal;
  const database = openDatabase({
    url: findRunningDatabase(readSettings(parts.env, parts.cwd)),
    connections: 1,
    applicationName: 'switchboard maintenance',
  });
  try {
    if (action === 'on') {
      const since = await startMaintenance(database);
      out.write(`Maintenance is on since ${since.toISOString()}. End it with "switchboard maintenance off".\n`);
    } else if (action === 'off') {
      out.write((await endMaintenance(database)) ? 'Maintenance is off.\n' : 'Maintenance was off already.\n');
    } else {
      const since = await readMaintenance(database);
      out.write(since === null ? 'Maintenance is off.\n' : `Maintenance is on since ${since.toISOString()}.\n`);
    }
    return EXIT.ok;
  } finally {
    await database.close();
  }
}
