import { join } from 'node:path';
import { createLog, readSettings, startServer } from '@switchboard/server';

/** The whole program in a process of its own: all roles, without console and demo data. It prints `ready`; SIGTERM ends it. */
const settings = readSettings();
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const server = await startServer(settings, {
  log: createLog({ level: 'info', file: join(settings.dataDir, 'program.log'), onError: say }),
  say,
  consoleFolder: null,
  demo: null,
});
process.once('SIGTERM', () => void server.stop());
say('ready');
