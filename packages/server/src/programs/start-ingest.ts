import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createMailParser } from '../pipeline/mail-ingest/mail-parser.ts';
import type { ReceiveDeps } from '../pipeline/mail-ingest/receive-mail.ts';
import { type MailListener, startMailListener } from '../pipeline/mail-ingest/smtp-listener.ts';
import type { IngestSettings } from '../settings/ingest-settings.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { openScratchFolder } from './scratch-folder.ts';

export type IngestOptions = IngestSettings & { readonly host: string };

/** Starts to receive mail. Throws SettingsError when the port or the certificate cannot be used. */
export async function startIngest(
  deps: ReceiveDeps & {
    readonly log: Logger;
    readonly dataFolder: string;
    /** Whether a part of the sandbox must not be missing. */
    readonly sandboxRequired: boolean;
  },
  { host, port, domain, maxBytes, tls, dnsServers }: IngestOptions,
): Promise<MailListener> {
  const certificate = tls && {
    cert: await readPem('INGEST_TLS_CERT', tls.certFile),
    key: await readPem('INGEST_TLS_KEY', tls.keyFile),
  };
  const scratch = await openScratchFolder(join(deps.dataFolder, 'scratch'));
  try {
    const listener = await startMailListener({
      ...deps,
      host,
      port: port ?? 0,
      domain,
      maxBytes,
      tls: certificate,
      dnsServers,
      scratch: join(scratch.path, 'mail'),
      parser: createMailParser({ required: deps.sandboxRequired }),
    });
    return {
      port: listener.port,
      async stop() {
        await listener.stop();
        await scratch.remove();
      },
    };
  } catch (error) {
    await scratch.remove();
    throw new SettingsError(`INGEST_PORT ${port} on ${host} cannot be used (${codeOf(error)}).`, { cause: error });
  }
}

async function readPem(setting: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new SettingsError(`${setting} cannot be read: ${path} (${codeOf(error)}).`, { cause: error });
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error);
