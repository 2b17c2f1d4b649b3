import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { MAX_RETENTION_DAYS, MIN_RETENTION_DAYS } from '@switchboard/model/audit-streams/retention-days';
import { readStreamAddress, type StreamType } from '@switchboard/model/audit-streams/stream-address';
import { z } from 'zod';
import { headerList } from './header-list.ts';
import { list, number } from './setting-schemas.ts';
import { SettingsError } from './settings-error.ts';

/** Where entries go. */
export type StreamTarget = {
  readonly type: StreamType;
  readonly address: string;
  /** PEM; null for public authorities. */
  readonly authority: string | null;
  /** `signing_secret` of a webhook, and `headers` as lines `name: value`. */
  readonly secrets: Readonly<Record<string, string>>;
};

const target = (type: StreamType, form: string) =>
  z
    .string()
    .refine((text) => readStreamAddress(type, text) !== null, `must be ${form}, without user, password and query`);

/** Where the audit log of the whole installation is streamed, and how long it is kept. */
export const AUDIT_SETTINGS = {
  AUDIT_WEBHOOK_URL: {
    doc: 'Address that receives each entry of the audit log as signed JSON (Standard Webhooks). Like each target, it is sent the acts of all accounts and of none. See docs/operations.md.',
    fallback: '',
    schema: target('webhook', 'an address that starts with https:'),
  },
  AUDIT_WEBHOOK_SECRET: {
    doc: 'Secret that signs them: any text of 16 characters or more, or `whsec_` and Base64.',
    fallback: '',
    schema: z.string().regex(/^\S{16,200}$/, 'must be 16 to 200 characters'),
  },
  AUDIT_OTLP_ENDPOINT: {
    doc: 'Base address of a collector that takes the entries as logs by OTLP over HTTP (`/v1/logs` below it).',
    fallback: '',
    schema: target('otlp', 'an address that starts with https:'),
  },
  AUDIT_OTLP_HEADERS: {
    doc: 'Headers for that collector: `name=value`, separated by commas, values URL-encoded.',
    fallback: '',
    schema: list.pipe(z.array(z.string().regex(/^[\w-]+=[^\s]*$/, 'must be name=value pairs, separated by commas'))),
  },
  AUDIT_SYSLOG_URL: {
    doc: 'Syslog server that takes the entries as messages of RFC 5424: `tls://host:6514`, or `tcp://host:601` without encryption. Addresses without encryption must be in EGRESS_ALLOW.',
    fallback: '',
    schema: target('syslog', 'an address that starts with tls: or tcp:'),
  },
  AUDIT_STREAM_CA: {
    doc: 'File with the certificates of the authority that signs those of these targets, as PEM. Without it those that everybody trusts.',
    fallback: '',
    schema: z.string().refine((path) => !path.includes('\0'), 'must be a path'),
  },
  AUDIT_RETENTION_DAYS: {
    doc: 'Days after which entries leave the audit log, for acts of no account and for accounts that set none of their own. Without it they are kept. Entries that a stream has not delivered stay.',
    fallback: '',
    schema: number(MIN_RETENTION_DAYS, MAX_RETENTION_DAYS),
  },
} as const;

export type AuditSettings = {
  readonly targets: readonly StreamTarget[];
  /** Null: entries are kept. */
  readonly retentionDays: number | null;
};

export type GivenAudit = {
  readonly webhook: string | null;
  readonly secret: string | null;
  readonly otlp: string | null;
  readonly headers: readonly string[];
  readonly syslog: string | null;
  readonly authority: string | null;
  readonly retentionDays: number | null;
};

/** @throws SettingsError for a target without its secret, and for a file that cannot be read */
export function auditOf(given: GivenAudit, folder: string): AuditSettings {
  const { webhook, secret, otlp, headers, syslog, retentionDays } = given;
  if (webhook !== null && secret === null)
    throw new SettingsError(
      'AUDIT_WEBHOOK_SECRET is missing: with AUDIT_WEBHOOK_URL it must be the secret that signs.',
    );
  const authority = given.authority === null ? null : readAuthority(resolve(folder, given.authority));
  const lines = Object.entries(headerList(headers)).map(([name, value]) => `${name}: ${value}`);
  const targets: readonly (StreamTarget | null)[] = [
    webhook === null
      ? null
      : { type: 'webhook', address: webhook, authority, secrets: { signing_secret: secret ?? '' } },
    otlp === null ? null : { type: 'otlp', address: otlp, authority, secrets: { headers: lines.join('\n') } },
    syslog === null ? null : { type: 'syslog', address: syslog, authority, secrets: {} },
  ];
  return { targets: targets.filter((each) => each !== null), retentionDays };
}

/** @throws SettingsError */
function readAuthority(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new SettingsError(`AUDIT_STREAM_CA names ${path}, which cannot be read.`, { cause });
  }
}
