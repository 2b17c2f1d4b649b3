import { join } from 'node:path';
import {
  createLog,
  environmentSecrets,
  prepareDataFolder,
  type RunningServer,
  readSettings,
  type Settings,
  settingSecrets,
  startServer,
} from '@switchboard/server';
import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT } from '../exit.ts';
import { buildConsole } from './console-build.ts';
import { type Demo, startDemo } from './demo.ts';
import { openSupervisor } from './notify-supervisor.ts';
import { readyText } from './ready-text.ts';
import { untilAsked } from './until-asked.ts';

/** Absolute path of the repository. */
const ROOT = join(import.meta.dirname, '../../../..');
/** Everything is to be gone within 10 s of being asked; what is not by then is left to the operating system. */
const STOP_LIMIT = 9_500;

/** Starts the roles of the settings and runs until it is asked to stop. */
export async function startCommand(parts: CommandParts): Promise<number> {
  const { out, err, outColours } = parts.terminal;
  // Customers' rows lie in its files.
  process.umask(0o077);
  const settings = readSettings(parts.env, parts.cwd);
  const supervisor = openSupervisor(parts.env, ({ message }) => void err.write(`error ${message}\n`));
  const say = (line: string): void => {
    err.write(`${line}\n`);
    supervisor.status(line);
  };
  const stopping = new AbortController();
  let late: NodeJS.Timeout | undefined;
  const asked = untilAsked(say).then(() => {
    say('Stopping …');
    supervisor.stopping();
    late = setTimeout(() => {
      say('Some work did not stop in time; it will be taken up again at the next start.');
      process.exit(EXIT.failed);
    }, STOP_LIMIT);
    stopping.abort();
  });
  const stopped = async (): Promise<number> => {
    clearTimeout(late);
    say('Stopped.');
    await supervisor.close();
    return EXIT.ok;
  };
  let running: Running;
  try {
    running = await startAll(settings, parts.env, say, stopping.signal);
  } catch (error) {
    // A start that waits for a database ends by the signal.
    if (stopping.signal.aborted) return stopped();
    await supervisor.close();
    throw error;
  }
  out.write(
    readyText({
      settings,
      owner: running.server.owner,
      url: running.server.url,
      demo: running.demo,
      colours: outColours,
    }),
  );
  supervisor.ready();
  await asked;
  await running.stop();
  return stopped();
}

type Running = { readonly server: RunningServer; readonly demo: Demo | null; stop(): Promise<void> };

async function startAll(
  settings: Settings,
  env: CommandParts['env'],
  say: (line: string) => void,
  stopping: AbortSignal,
): Promise<Running> {
  prepareDataFolder(settings.dataDir);
  const consoleFolder = settings.roles.includes('api') ? await buildConsole(ROOT, say) : null;
  const file = settings.databaseUrl === null ? join(settings.dataDir, 'switchboard.log') : null;
  const log = createLog({
    level: settings.logLevel,
    file,
    rotation: settings.logRotation,
    onError: (line) => say(`error ${line}`),
    secrets: [...new Set([...settingSecrets(settings), ...environmentSecrets(env)])],
  });
  const demo = settings.demo ? await startDemo(settings) : null;
  try {
    const server = await startServer(settings, { log, say, consoleFolder, demo, stopping });
    const stop = async (): Promise<void> => {
      await server.stop();
      await demo?.stop();
    };
    return { server, demo, stop };
  } catch (error) {
    await demo?.stop();
    throw error;
  }
}
