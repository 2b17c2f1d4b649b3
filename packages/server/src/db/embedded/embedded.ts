import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemEnvironment } from '../../env.ts';
import { lockFolder } from './folder-lock.ts';
import { keepRunning } from './keep-running.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { type PostgresServer, runPostgres, stopLeftover, waitForExit } from './postgres-process.ts';
import { isRoot, spawnUnprivileged, UNPRIVILEGED_ID } from './unprivileged.ts';

export type EmbeddedPostgresOptions = {
  /** Everything of this PostgreSQL lives below this folder; it is made when missing. */
  readonly folder: string;
  /** TCP port on 127.0.0.1; without it the last one used, or any that is free. */
  readonly port?: number;
  readonly log: (line: string) => void;
  /** False only for throw-away databases of tests. */
  readonly durable?: boolean;
};

export type EmbeddedPostgres = {
  /** A superuser's URL of the database `postgres`. */
  readonly url: string;
  /** Shuts down cleanly, within about 10 s, and gives the folder free. Repeated calls do no harm. */
  stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL of a data folder: made at the first start, owned by one program at a time, on a private port with a
 * password. One that a killed program left running is shut down first.
 * @throws FolderInUseError when another program owns the folder; Error with PostgreSQL's own words when it does not start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.folder);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  if (isRoot()) chmodSync(folder, 0o711);
  const lock = lockFolder(folder);
  try {
    const binaries = await findPostgresBinaries();
    const data = join(folder, 'data');
    const password = readPassword(join(folder, 'password'), existsSync(join(folder, 'initialized')));
    await stopLeftover(data, options.log);
    if (!existsSync(join(folder, 'initialized'))) {
      options.log('Preparing the embedded database (first start) …');
      await initialize(binaries, folder, data, password);
    }
    const run = (port: number | undefined, fixedPort: boolean): Promise<PostgresServer> =>
      runPostgres({
        program: binaries.postgres,
        data,
        logFile: join(folder, 'postgres.log'),
        port,
        fixedPort,
        durable: options.durable ?? true,
      });
    const first = await run(options.port ?? lastPort(folder), options.port !== undefined);
    try {
      writeFileSync(join(folder, 'port'), String(first.port));
    } catch (error) {
      await first.stop();
      throw error;
    }
    const kept = keepRunning(first, () => run(first.port, true), options.log);
    let stopped: Promise<void> | undefined;
    return {
      url: `postgresql://postgres:${password}@127.0.0.1:${first.port}/postgres`,
      stop: () => (stopped ??= kept.stop().finally(() => lock.release())),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The same port as last time keeps addresses that people have noted valid. */
function lastPort(folder: string): number | undefined {
  try {
    const port = Number(readFileSync(join(folder, 'port'), 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}

function readPassword(path: string, required: boolean): string {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  if (required) throw new Error(`The database's password file ${path} is missing. Put it back from a backup.`);
  const password = randomBytes(24).toString('hex');
  writeFileSync(path, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Makes the database's files. The mark is written last, so that a start which was interrupted here begins again. */
async function initialize(binaries: PostgresBinaries, folder: string, data: string, password: string): Promise<void> {
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { mode: 0o700 });
  const passwordFile = join(folder, 'initial-password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (isRoot()) {
    chownSync(data, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
    chownSync(passwordFile, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  }
  try {
    const args = [
      `--pgdata=${data}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ];
    const options = { cwd: folder, env: systemEnvironment() };
    const child = spawnUnprivileged(binaries.initdb, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }, [data]);
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const code = await waitForExit(child);
    if (code !== 0)
      throw new Error(`The embedded database could not be made (initdb ended with ${code}): ${said.trim()}`);
    writeFileSync(join(folder, 'initialized'), '');
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
