import { join } from 'node:path';
import { readSettings } from '../src/env.ts';
import { type RunningServer, startServer } from '../src/main.ts';
import { createLog } from '../src/observe/log.ts';
import { settingSecrets } from '../src/observe/mask-line.ts';
import { freePort } from './free-port.ts';

type Options = {
  readonly databaseUrl: string;
  readonly masterKey: Buffer;
  /** Holds the data, and switchboard.log with every line. */
  readonly folder: string;
  /** Address of the receiver of OTLP. */
  readonly collectorUrl: string;
  /** Further settings, as in the environment. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** The whole program at a free port, which logs everything to a file and exports its telemetry. */
export async function startTracedServer({
  databaseUrl,
  masterKey,
  folder,
  collectorUrl,
  settings: more = {},
}: Options): Promise<{ readonly server: RunningServer; readonly url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = readSettings(
    {
      DATABASE_URL: databaseUrl,
      MASTER_KEY: masterKey.toString('base64'),
      DATA_DIR: folder,
      PORT: String(port),
      PUBLIC_URL: url,
      EGRESS_ALLOW: '127.0.0.1',
      LOG_LEVEL: 'trace',
      OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
      ...more,
    },
    folder,
  );
  const log = createLog({
    level: settings.logLevel,
    file: join(folder, 'switchboard.log'),
    secrets: settingSecrets(settings),
  });
  return { server: await startServer(settings, { log, say: () => {}, consoleFolder: null, demo: null }), url };
}
