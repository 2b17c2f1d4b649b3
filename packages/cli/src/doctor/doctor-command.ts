import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT } from '../exit.ts';
import { reportText } from './report-text.ts';

/** Examines the installation of the settings, whether or not this is the machine that it runs on. */
export async function doctorCommand(json: boolean, parts: CommandParts): Promise<number> {
  const { out, err, outColours, errColours } = parts.terminal;
  try {
    const { examine, findRunningDatabase, openStore, readSettings, sandboxShortage } = await import(
      '@switchboard/server'
    );
    const settings = readSettings(parts.env, parts.cwd, false);
    const report = await examine({
      url: findRunningDatabase(settings),
      dataFolder: settings.dataDir,
      sandboxShortage: sandboxShortage(),
      store: openStore(settings.storage),
      now: Date.now,
    });
    out.write(json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report, outColours));
    return report.stuck ? EXIT.failed : EXIT.ok;
  } catch (error) {
    err.write(`${errColours.red('error')} ${error instanceof Error ? error.message : String(error)}\n`);
    return EXIT.usage;
  }
}
