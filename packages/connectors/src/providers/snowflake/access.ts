import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { PipelineError } from '@switchboard/model/errors/errors';
import { fieldText } from '../../key-fields/field-text.ts';
import { requiredText } from '../../key-fields/key-fields.ts';
import { rememberSecret } from '../../secrets.ts';
import type { KeyProperties } from '../../spec.ts';
import { kindOfStatus, type WarehouseApi } from '../../warehouse/call-warehouse.ts';
import { WarehouseFailure, type WarehouseFailureKind } from '../../warehouse/warehouse-failure.ts';

const MIN_BITS = 2048;
/** Snowflake accepts at most an hour. */
const LIFE_SECONDS = 55 * 60;
const MARGIN_MS = 60_000;
/** Tokens begin a minute in the past, for clocks that differ. */
const BACKDATE_SECONDS = 60;
/** A clock that differs by less is not why a token was refused. */
const MAX_SKEW_MS = 30_000;

/**
 * The SQL API of the account that a key names. Throws KEY_MISSING, KEY_NOT_SUPPORTED, PARAMETER_INVALID, or WarehouseFailure of kind
 * `login` for a private key that cannot be used; nothing is sent.
 */
export function openSnowflake(name: string, key: KeyProperties | null, context: WarehouseApi['context']): WarehouseApi {
  if (key === null) throw new PipelineError('KEY_MISSING', { name, key: 'snowflake' });
  if (key.type !== 'snowflake') {
    const reason = 'the SQL API of Snowflake takes no passwords: it needs a key of type snowflake';
    throw new PipelineError('KEY_NOT_SUPPORTED', { key: key.name, reason });
  }
  const account = requiredText(key, 'account').trim();
  const endpoint = fieldText(key, 'endpoint')?.trim();
  // A host name has no underscore.
  const host = `${account.replaceAll('_', '-').toLowerCase()}.snowflakecomputing.com`;
  const origin = (endpoint ?? `https://${host}`).replace(/\/$/, '');
  const isToken = fieldText(key, 'auth_type') === 'token';
  const credential = isToken ? tokenCredential(key) : keyPairCredential(key, account, new URL(origin).host, context);
  return {
    key,
    origin,
    context,
    authorize: async () => ({
      authorization: `Bearer ${credential.token()}`,
      'x-snowflake-authorization-token-type': isToken ? 'PROGRAMMATIC_ACCESS_TOKEN' : 'KEYPAIR_JWT',
    }),
    renew: credential.renew,
    explain: (status, { code, sqlState, message }, text) => {
      const given = typeof code === 'string' ? code : '';
      const kind = kindOf(given, typeof sqlState === 'string' ? sqlState : '', status);
      const own = kind === 'login' ? (isToken ? 'SNOWFLAKE_TOKEN' : 'SNOWFLAKE_KEY_PAIR') : given;
      return [kind, own || `status ${status}`, typeof message === 'string' ? reasonOf(message) : text];
    },
  };
}

/** An error of several statements without the statement that it quotes. */
const reasonOf = (message: string): string =>
  message.replace(/^.*failed on statement .*\(at line \d+, position \d+\)\.?\s*/s, '');

/** Codes of Snowflake whose status alone says less. */
const KINDS: Readonly<Record<string, WarehouseFailureKind>> = {
  // The object does not exist, or the role may not see it.
  '002003': 'missing',
  '002043': 'missing',
  // No active warehouse is selected in the session.
  '000606': 'refused',
  // A lock was not released in time.
  '000625': 'busy',
  // The resource monitor has exceeded its quota.
  '090073': 'full',
};

function kindOf(code: string, sqlState: string, status: number): WarehouseFailureKind {
  const known = Object.hasOwn(KINDS, code) ? KINDS[code] : undefined;
  if (known !== undefined) return known;
  if (sqlState === '02000' || sqlState === '42S02') return 'missing';
  // A handle that is not known yet, or no longer.
  return status === 404 ? 'busy' : kindOfStatus(status);
}

type Credential = Pick<WarehouseApi, 'renew'> & { token(): string };

function tokenCredential(key: KeyProperties): Credential {
  const token = requiredText(key, 'token').trim();
  return { token: () => token, renew: () => false };
}

/** Signs tokens with a private key (RS256), each for the better part of an hour. */
function keyPairCredential(
  key: KeyProperties,
  account: string,
  host: string,
  { now }: WarehouseApi['context'],
): Credential {
  const privateKey = readPrivateKey(
    requiredText(key, 'private_key').trim(),
    fieldText(key, 'private_key_passphrase'),
    host,
  );
  const user = requiredText(key, 'user').trim().toUpperCase();
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const fingerprint = createHash('sha256').update(publicKey).digest('base64');
  // Only the name of the account, without region and cloud.
  const subject = `${account.split('.')[0]?.toUpperCase()}.${user}`;
  let ahead = 0;
  let held: { readonly text: string; readonly until: number } | null = null;
  return {
    token() {
      if (held === null || held.until <= now()) {
        const issued = Math.floor((now() + ahead) / 1000) - BACKDATE_SECONDS;
        const claims = {
          iss: `${subject}.SHA256:${fingerprint}`,
          sub: subject,
          iat: issued,
          exp: issued + LIFE_SECONDS,
        };
        const text = signed(claims, privateKey);
        rememberSecret(key, text);
        held = { text, until: now() + (LIFE_SECONDS - BACKDATE_SECONDS) * 1000 - MARGIN_MS };
      }
      return held.text;
    },
    renew(serverTime) {
      const difference = serverTime - now();
      if (Number.isNaN(difference) || Math.abs(difference - ahead) < MAX_SKEW_MS) return false;
      ahead = difference;
      held = null;
      return true;
    },
  };
}

function signed(claims: Readonly<Record<string, unknown>>, privateKey: KeyObject): string {
  const parts = [{ alg: 'RS256', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)));
  const text = parts.map((part) => part.toString('base64url')).join('.');
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
}

function readPrivateKey(pem: string, passphrase: string | undefined, host: string): KeyObject {
  const key = parsePrivateKey(pem, passphrase);
  const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key?.asymmetricKeyType === 'rsa' && bits >= MIN_BITS) return key;
  if (key === null && /ENCRYPTED/.test(pem))
    throw new WarehouseFailure('login', 'SNOWFLAKE_PASSPHRASE', 'its passphrase does not open the private key', {
      host,
    });
  const reason = `its private key is not an RSA key of at least ${MIN_BITS} bits`;
  throw new WarehouseFailure('login', 'SNOWFLAKE_PRIVATE_KEY', reason, { host });
}

function parsePrivateKey(pem: string, passphrase: string | undefined): KeyObject | null {
  try {
    return createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch {
    return null;
  }
}
