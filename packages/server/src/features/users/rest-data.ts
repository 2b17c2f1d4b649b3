import { PipelineError } from '@switchboard/model/errors/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { recordAudit } from '../../audit/record-audit.ts';
import { recordRefusal } from '../../audit/record-refusal.ts';
import type { Database } from '../../db/database.ts';
import { UUID } from '../../graphql/cursor.ts';
import type { AccountExportOptions } from '../accounts/rest-export.ts';
import { accountOfPath } from '../files/file-access.ts';
import { readPersonalData, readPersonalDataIn } from '../session/personal-data.ts';

/**
 * The data of a user for administrators, not for programs: of everything by the permission everywhere, of what one account keeps by the permission in
 * it. People who are no users there are answered like unknown ids.
 */
export async function userDataRoutes(app: FastifyInstance, options: AccountExportOptions): Promise<void> {
  const { database } = options;
  app.get('/api/users/:id/data', async (request, reply) => {
    const session = await options.sessionFor(request, null);
    if (session.serviceTokenId !== null || !session.globalPermissions.has('manage-accounts')) {
      const refused = new PipelineError('NOT_ALLOWED');
      await recordRefusal(database, session, {
        kind: 'access_denied',
        act: 'GET /api/users/:id/data',
        reason: refused.message,
        urlName: null,
      });
      throw refused;
    }
    const { id } = request.params as { id: string };
    if (!UUID.test(id)) throw new PipelineError('NOT_FOUND');
    const data = await readPersonalData(database, id);
    if (Object.keys(data.person).length === 0) throw new PipelineError('NOT_FOUND');
    await record(database, null, id);
    return send(reply, id, data);
  });
  app.get('/api/:account/users/:id/data', async (request, reply) => {
    const accountId = await accountOfPath(request, options, 'manage-users');
    const { account, id } = request.params as { account: string; id: string };
    if ((await options.sessionFor(request, account)).serviceTokenId !== null) throw new PipelineError('NOT_ALLOWED');
    const data = UUID.test(id) ? await readPersonalDataIn(database, accountId, id) : null;
    if (data === null) throw new PipelineError('NOT_FOUND');
    await record(database, accountId, id);
    return send(reply, id, data);
  });
}

function record(database: Database, accountId: string | null, subjectId: string): Promise<void> {
  const entry = { kind: 'personal_data_exported', accountId, subjectId } as const;
  return accountId === null
    ? database.withSystem((tx) => recordAudit(tx, entry))
    : database.withAccount(accountId, (tx) => recordAudit(tx, entry));
}

const send = (reply: FastifyReply, id: string, data: object): FastifyReply =>
  reply
    .type('application/json; charset=utf-8')
    .headers({
      'content-disposition': `attachment; filename="switchboard-user-${id}.json"`,
      'cache-control': 'private, no-store',
    })
    .send(JSON.stringify(data, null, 2));
