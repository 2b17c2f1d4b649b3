import type { Readable } from 'node:stream';
import type { FileStore } from '@switchboard/engine';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Permission } from '@switchboard/model/permissions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordRefusal } from '../../audit/record-refusal.ts';
import type { Database } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';
import { attachmentHeaders } from './attachment.ts';

/** Dependencies of the routes for files. */
export type FileRouteOptions = {
  readonly database: Database;
  /** The session of the request in the account with this url name. */
  readonly sessionFor: (request: FastifyRequest, urlName: string) => Promise<Session>;
  readonly store: FileStore;
  /** Absolute folder below which each account has a folder, named by its id, for `file` destinations. */
  readonly exportFolder: string;
  /** Absolute folder below which each account has a folder, named by its id, for `file` sources. */
  readonly importFolder: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Counts an export of the account. @throws PipelineError RATE_LIMITED when it has too many */
  readonly admitExport?: (accountId: string) => void;
};

/** The id of the account in the path. @throws PipelineError NOT_ALLOWED without the permission in it */
export async function accountOfPath(
  request: FastifyRequest,
  { sessionFor, database }: Pick<FileRouteOptions, 'sessionFor' | 'database'>,
  permission: Permission,
): Promise<string> {
  const { account } = request.params as { account: string };
  const session = await sessionFor(request, account);
  if (session.accountId !== null && session.permissions.has(permission)) return session.accountId;
  const refused = new PipelineError('NOT_ALLOWED');
  const { method, routeOptions } = request;
  const act = `${method} ${routeOptions.url ?? ''}`;
  await recordRefusal(database, session, { kind: 'access_denied', act, reason: refused.message, urlName: account });
  throw refused;
}

/** Opens a stored file. @throws PipelineError NOT_FOUND */
export async function openStored(store: FileStore, key: string | null): Promise<Readable> {
  if (key === null || (await store.head(key)) === null) throw new PipelineError('NOT_FOUND');
  return store.open(key);
}

/** The name of a file of this row, without extension. */
export function stemOf(row: { readonly name: string; readonly report_date: string | null }): string {
  return row.report_date === null ? row.name : `${row.name}_${row.report_date}`;
}

export function sendFile(reply: FastifyReply, body: Readable, filename: string, type: string): FastifyReply {
  return reply.headers(attachmentHeaders(filename)).type(type).send(body);
}
