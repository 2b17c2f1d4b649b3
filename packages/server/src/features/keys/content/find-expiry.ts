import { X509Certificate } from 'node:crypto';
import type { KeyField, KeyType, KeyValues } from '@switchboard/model/key-types/key-type';
import type { Expiry } from '../../../identity/keys/key-content.ts';

export type ExpiryContext = {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Names of the fields that were given with this change. */
  readonly changed: ReadonlySet<string>;
  /** Expiry of the key before the change. */
  readonly before: Expiry | null;
};

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
/** A token of three parts in Base64url, of which the second is its claims. */
const JWT = /^[\w-]+\.([\w-]+)\.[\w-]*$/;
const DAY_MS = 86_400_000;
/** The end that a shared access signature of Azure states in its query. */
const SAS_END = /^\??(?:[^&]*&)*se=([^&]+)/;
/** No certificate or token in use ends later: PostgreSQL has dates up to the year 294276. */
const LATEST = Date.UTC(9999, 11, 31);

/**
 * The first end among what a key holds, as far as it can be read from it: certificates, tokens that carry their end, and tokens
 * whose provider ends them after a known time. Null when nothing of it is known to end.
 */
export function findExpiry(type: KeyType, values: KeyValues, context: ExpiryContext): Expiry | null {
  const ends = type.fields.flatMap((field) => {
    const at = endOf(type, field, String(values[field.name] ?? ''), context);
    return at === null || Number.isNaN(at) || at > LATEST ? [] : [{ at: new Date(at), of: field.label }];
  });
  return ends.toSorted((one, other) => one.at.getTime() - other.at.getTime())[0] ?? null;
}

/** Epoch milliseconds. */
function endOf(type: KeyType, field: KeyField, value: string, context: ExpiryContext): number | null {
  if (value === '') return null;
  if (field.kind === 'lines') return endOfCertificates(value, field);
  if (field.secret !== true) return null;
  const [, claims] = JWT.exec(value.trim()) ?? [];
  const stated = claims === undefined ? endOfSas(value, field) : endOfClaims(claims);
  if (stated !== null || type.secretLifeDays === undefined) return stated;
  const { now, changed, before } = context;
  if (changed.has(field.name)) return now + type.secretLifeDays * DAY_MS;
  return before?.of === field.label ? before.at.getTime() : null;
}

/** A client's chain ends with its first certificate to end; of a bundle of authorities another one may be used until the last. */
function endOfCertificates(pem: string, { name }: KeyField): number | null {
  const ends = (pem.match(CERTIFICATE) ?? []).flatMap((text) => {
    try {
      return [new X509Certificate(text).validToDate.getTime()];
    } catch {
      return [];
    }
  });
  if (ends.length === 0) return null;
  return name === 'server_ca_pem' ? Math.max(...ends) : Math.min(...ends);
}

/** Null where a policy at the container states the end. */
function endOfSas(value: string, { name }: KeyField): number | null {
  const [, end] = name === 'sas_token' ? (SAS_END.exec(value.trim()) ?? []) : [];
  return end === undefined ? null : Date.parse(new URLSearchParams(`se=${end}`).get('se') ?? '');
}

function endOfClaims(text: string): number | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const end = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : null;
    return typeof end === 'number' && end > 0 ? end * 1000 : null;
  } catch {
    return null;
  }
}
