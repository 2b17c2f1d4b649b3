import { X509Certificate } from 'node:crypto';
import { isStreamType, readStreamAddress, type StreamType } from '@switchboard/model/audit-streams/stream-address';
import { type StreamProblem, validateStream } from '@switchboard/model/audit-streams/validate-stream';
import { type AuditValues, recordAudit } from '../../audit/record-audit.ts';
import type { Tx } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';
import type { Secrets } from '../../identity/vault.ts';
import { learnSecrets } from '../../observe/scope.ts';
import { unencryptedProblem } from '../../pipeline/audit-streams/deliver-entries.ts';
import {
  countStreams,
  deleteStream,
  MAX_STREAMS,
  openStreamSecrets,
  putStream,
  readStream,
  type StoredStream,
} from '../../pipeline/audit-streams/store-stream.ts';
import { invalid, type StreamAnswer, type StreamParts } from './stream-parts.ts';

export type StreamEdit = {
  /** Null adds a stream. */
  readonly id: string | null;
  readonly type: string;
  readonly address: string;
  readonly authority: string | null;
  /** Null: the stored one stays. */
  readonly signingSecret: string | null;
  /** Lines `name: value`; null: the stored ones stay. */
  readonly headers: string | null;
  readonly enabled: boolean;
  /** The version that was edited; null for whichever there is. */
  readonly version: number | null;
};

/** Validates and stores a stream of the account. */
export async function saveStream(
  { database, vault, egress }: StreamParts,
  accountId: string,
  { person }: Session,
  edit: StreamEdit,
): Promise<StreamAnswer> {
  const { id, type } = edit;
  learnSecrets([edit.signingSecret, edit.headers]);
  if (!isStreamType(type)) return invalid({ field: 'type', message: `There is no type ${type.slice(0, 50)}.` });
  const address = readStreamAddress(type, edit.address);
  const problems = [...validateStream({ ...edit, type }), ...authorityProblems(edit.authority)];
  if (address !== null && !address.isEncrypted && !egress.isListed(address.hostname, address.port))
    problems.push({ field: 'address', message: unencryptedProblem(address) });
  if (address === null || problems.length > 0) return invalid(...problems);

  return database.withAccount(accountId, async (tx): Promise<StreamAnswer> => {
    const before = id === null ? null : await readStream(tx, accountId, id, true);
    if (id !== null && before === null) return { kind: 'missing' };
    const refusal = await refusalOf(tx, accountId, type, before, edit);
    if (refusal !== null) return invalid(refusal);
    const isMoved = before !== null && before.host !== address.host;
    // Stored secrets are not sent to another host than that for which they were given.
    const stored = before === null || isMoved ? {} : await openStreamSecrets(vault, before);
    const secrets = mergeSecrets(type, edit, stored);
    if (type === 'webhook' && secrets['signing_secret'] === undefined)
      return invalid({
        field: 'signing_secret',
        message: isMoved
          ? 'Enter the signing secret again: the host changed, and stored secrets are not sent to another host.'
          : 'Enter a signing secret.',
      });
    const { authority, enabled } = edit;
    const content = { address: edit.address, host: address.host, authority, enabled, secrets };
    const saved = await putStream(tx, vault, accountId, { before, type, content, personId: person.id });
    await recordAudit(tx, {
      kind: before === null ? 'audit_stream_added' : 'audit_stream_changed',
      accountId,
      target: { kind: 'audit_stream', id: saved, name: `${type} ${address.host}` },
      ...(before === null ? {} : { before: valuesOf(before) }),
      after: { ...valuesOf(edit), is_secret_new: edit.signingSecret !== null || edit.headers !== null },
    });
    return { kind: 'done', id: saved };
  });
}

/** Removes a stream of the account with its secrets. Entries that it has not delivered stay in the log. */
export function removeStream({ database }: StreamParts, accountId: string, id: string): Promise<StreamAnswer> {
  return database.withAccount(accountId, async (tx): Promise<StreamAnswer> => {
    const found = await readStream(tx, accountId, id, true);
    if (found === null) return { kind: 'missing' };
    await deleteStream(tx, accountId, id);
    await recordAudit(tx, {
      kind: 'audit_stream_removed',
      accountId,
      target: { kind: 'audit_stream', id, name: `${found.type} ${found.host}` },
      before: valuesOf(found),
    });
    return { kind: 'done', id };
  });
}

const valuesOf = ({
  type,
  address,
  enabled,
}: Pick<StoredStream, 'address' | 'enabled'> & { type: string }): AuditValues => ({
  type,
  address,
  enabled,
});

async function refusalOf(
  tx: Tx,
  accountId: string,
  type: StreamType,
  before: StoredStream | null,
  { version }: StreamEdit,
): Promise<StreamProblem | null> {
  if (before === null)
    return (await countStreams(tx, accountId)) < MAX_STREAMS
      ? null
      : { field: null, message: `The account has ${MAX_STREAMS} streams already. Remove one first.` };
  if (before.type !== type) return { field: 'type', message: 'The type of a stream cannot be changed.' };
  return version === null || version === before.version
    ? null
    : {
        field: null,
        message: 'This stream was changed after you opened it. Nothing was saved. Reload, then change it.',
      };
}

/** The secrets after a change. An empty text removes a stored one. */
function mergeSecrets(type: StreamType, { signingSecret, headers }: StreamEdit, stored: Secrets): Secrets {
  const merged = {
    signing_secret: type === 'webhook' ? (signingSecret ?? stored['signing_secret'] ?? '') : '',
    headers: type === 'syslog' ? '' : (headers ?? stored['headers'] ?? ''),
  };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value.trim() !== ''));
}

function authorityProblems(authority: string | null): readonly StreamProblem[] {
  if (authority === null) return [];
  try {
    const certificate = new X509Certificate(authority);
    return certificate.ca
      ? []
      : [{ field: 'authority', message: 'Enter the certificate of an authority, not that of the target.' }];
  } catch {
    return [{ field: 'authority', message: 'The first certificate cannot be read. Enter certificates as PEM.' }];
  }
}
