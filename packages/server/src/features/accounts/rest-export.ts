import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';
import { accountOfPath, type FileRouteOptions, sendFile } from '../files/file-access.ts';
import { EXPORTED_PARTS, type ExportedPart } from './exported-parts.ts';

/** Rows that one transaction reads. */
const BATCH = 200;
/** Milliseconds after which an export whose client takes nothing ends. */
const MAX_STALL = 300_000;

export type AccountExportOptions = Pick<FileRouteOptions, 'database' | 'admitExport'> & {
  /** The session of the request in the account with this url name, or in none. */
  readonly sessionFor: (request: FastifyRequest, urlName: string | null) => Promise<Session>;
};

/** The definitions of an account as lines of JSON, each with its `kind`: see `EXPORTED_PARTS`. */
export async function accountExportRoutes(app: FastifyInstance, options: AccountExportOptions): Promise<void> {
  app.get('/api/:account/export', async (request, reply) => {
    const { account: urlName } = request.params as { account: string };
    const accountId = await exportedAccount(request, options, urlName);
    options.admitExport?.(accountId);
    await options.database.withAccount(accountId, (tx) =>
      recordAudit(tx, {
        kind: 'account_exported',
        accountId,
        target: { kind: 'account', id: accountId, name: urlName },
      }),
    );
    const lines = Readable.from(accountLines(options.database, accountId), { highWaterMark: 1 });
    lines.on('error', (error) => request.log.error({ err: error }, 'an export ended early'));
    reply.raw.setTimeout(MAX_STALL, () => lines.destroy());
    return sendFile(reply, lines, `${urlName}.jsonl`, 'application/x-ndjson; charset=utf-8');
  });
}

/** The account of the path: an active one by a permission in it, a deactivated one by a permission everywhere. */
async function exportedAccount(
  request: FastifyRequest,
  options: AccountExportOptions,
  urlName: string,
): Promise<string> {
  const deactivated = await findDeactivated(options.database, urlName);
  if (deactivated !== null) {
    const session = await options.sessionFor(request, null);
    if (session.serviceTokenId === null && session.globalPermissions.has('manage-accounts')) return deactivated;
  }
  return accountOfPath(request, options, 'manage-account-settings');
}

async function findDeactivated(database: Database, urlName: string): Promise<string | null> {
  const { rows } = await database.withSystem((tx) =>
    sql<{ id: string }>`
      select id from account where url_name = ${urlName.replaceAll('\0', '')} and status = 'deactivated' and erasure_started is null`.execute(
      tx,
    ),
  );
  return rows[0]?.id ?? null;
}

/** The definitions of an account, a line each. */
export async function* accountLines(database: Database, accountId: string): AsyncGenerator<string> {
  for (const part of EXPORTED_PARTS) yield* partLines(database, accountId, part);
}

type Row = Readonly<Record<string, unknown>> & { readonly sort_key: string };

async function* partLines(database: Database, accountId: string, part: ExportedPart): AsyncGenerator<string> {
  let after: string | null = null;
  for (;;) {
    const page: readonly Row[] = await readPage(database, accountId, part, after);
    for (const { sort_key: _, ...row } of page) yield `${JSON.stringify({ kind: part.kind, ...row })}\n`;
    if (page.length < BATCH) return;
    after = page.at(-1)?.sort_key ?? null;
  }
}

async function readPage(
  database: Database,
  accountId: string,
  { rows: part }: ExportedPart,
  after: string | null,
): Promise<readonly Row[]> {
  const { rows } = await database.withAccount(accountId, (tx) =>
    sql<Row>`
      select * from (${part}) part where ${after}::text is null or sort_key collate "C" > ${after}::text
      order by sort_key collate "C" limit ${BATCH}`.execute(tx),
  );
  return rows;
}
