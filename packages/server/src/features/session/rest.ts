import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Identity } from '../../identity/identity.ts';
import { SessionRefused } from '../../identity/session.ts';
import { invalidToken } from '../../identity/verify-bearer.ts';
import { downloadPersonalData } from './personal-data.ts';
import { type Profile, personsAccounts } from './service.ts';

const OTHER_ACCOUNTS = 'Your data include those of other accounts. Sign in with your password to download them.';
const Query = z.object({ url_name: z.string().optional() });

/**
 * The login call: the person of the bearer token, and their permissions in the requested or default account. And the download of
 * the person's own data.
 */
export async function sessionRoutes(
  app: FastifyInstance,
  options: { readonly database: Database; readonly identity: Identity },
): Promise<void> {
  app.get('/api/user/login', async (request): Promise<Profile> => {
    const query = Query.safeParse(request.query);
    // A repeated parameter is a list, which is not the name of an account.
    const asked = query.success ? (query.data.url_name ?? null) : '';
    const first = await options.identity.sessionFor(request, asked);
    if (first.serviceTokenId !== null) throw invalidToken();
    const places = await personsAccounts(options.database, first);
    const start = asked === null ? places.default_url_name : asked;
    const session = start === first.urlName ? first : await options.identity.sessionFor(request, start);
    return {
      email: session.person.email,
      name: session.person.name,
      ...places,
      permissions: [...session.permissions],
      roles: session.roles,
    };
  });
  app.get('/api/user/data', async (request, reply) => {
    const session = await options.identity.sessionFor(request, null);
    const { person, serviceTokenId } = session;
    if (serviceTokenId !== null) throw invalidToken();
    const { accounts } = await personsAccounts(options.database, { person });
    if (accounts.length > (await personsAccounts(options.database, session)).accounts.length)
      throw new SessionRefused(403, 'EMAIL_NOT_AUTHORIZED', OTHER_ACCOUNTS);
    const data = await downloadPersonalData(options.database, person);
    return reply
      .type('application/json; charset=utf-8')
      .headers({
        'content-disposition': 'attachment; filename="switchboard-personal-data.json"',
        'cache-control': 'private, no-store',
      })
      .send(JSON.stringify(data, null, 2));
  });
}
