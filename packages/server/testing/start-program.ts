import { flushCompileCache } from 'node:module';
import { pino } from 'pino';
import { readSettings } from '../src/env.ts';
import { startServer } from '../src/main.ts';

/**
 * The server as a process of its own, without console and demo data, for tests that kill it. It prints `ready`, then runs
 * until SIGTERM; it logs only with LOG_LEVEL. What keeps it from starting is its last line, with exit code 1.
 */
try {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const server = await startServer(readSettings(), {
    log: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
    say,
    consoleFolder: null,
    demo: null,
  });
  if (server.owner !== null) say(`owner ${server.owner.email} ${server.owner.password}`);
  process.once('SIGTERM', () => {
    void server.stop().then(() => say('stopped'));
  });
  say('ready');
  // A test that kills it leaves the next one its compiled sources, too.
  flushCompileCache();
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
