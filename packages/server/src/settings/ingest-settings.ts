import { resolve } from 'node:path';
import { SettingsError } from './settings-error.ts';

/** How mail is received. */
export type IngestSettings = {
  /** Domain of the recipients' addresses, in lower case. */
  readonly domain: string;
  /** Null: no mail is received. */
  readonly port: number | null;
  readonly maxBytes: number;
  /** Absolute paths of the certificate and its private key for STARTTLS; null: it is not offered. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** Addresses of the DNS servers that checks of senders ask, none for those of this machine; null: senders are not checked. */
  readonly dnsServers: readonly string[] | null;
};

export type GivenIngest = {
  readonly domain: string | null;
  readonly port: number | null;
  readonly maxBytes: number;
  readonly cert: string | null;
  readonly key: string | null;
  readonly dnsServers: readonly string[] | null;
};

/** @throws SettingsError for settings of which one lacks another */
export function ingestOf(
  { domain, port, maxBytes, cert, key, dnsServers }: GivenIngest,
  publicUrl: string,
  folder: string,
): IngestSettings {
  if (port !== null && domain === null)
    throw new SettingsError('INGEST_DOMAIN is missing: with INGEST_PORT it must be the domain whose mail is received.');
  if ((cert === null) !== (key === null)) {
    const [missing, given] =
      cert === null ? ['INGEST_TLS_CERT', 'INGEST_TLS_KEY'] : ['INGEST_TLS_KEY', 'INGEST_TLS_CERT'];
    throw new SettingsError(`${missing} is missing: with ${given} it must be set, too.`);
  }
  return {
    domain: domain?.toLowerCase() ?? `ingest.${new URL(publicUrl).hostname}`,
    port,
    maxBytes,
    dnsServers,
    tls: cert === null || key === null ? null : { certFile: resolve(folder, cert), keyFile: resolve(folder, key) },
  };
}
