import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readCookie, writeCookie } from '../cookies.ts';
import { SIGN_IN_PATH } from '../oidc-provider.ts';
import { samlRoutes } from '../saml/saml-routes.ts';
import { refuseCrowdedPages } from '../sign-in/crowded-pages.ts';
import { errorPage } from '../sign-in/sign-in-page.ts';
import { sendExpired, sendPage } from '../sign-in/sign-in-steps.ts';
import { SSO_PATH, ssoAddresses } from './addresses.ts';
import { takeAttempt } from './attempts.ts';
import { recordSsoSignIn, type SsoPerson } from './complete-sso.ts';
import { connectionsFor } from './find-connections.ts';
import { chooseConnectionPage } from './sso-pages.ts';
import { createSsoSteps, type SsoStepOptions } from './sso-steps.ts';
import { readSsoTicket } from './sso-ticket.ts';

type PageRequest = FastifyRequest<{ Params: { uid: string } }>;

export type SsoRouteOptions = SsoStepOptions & {
  /** Whether this browser began the sign-in that the page belongs to. */
  readonly isOpen: (request: PageRequest, reply: FastifyReply) => Promise<boolean>;
  /** The sign-in page with an error. */
  readonly pageFor: (
    request: PageRequest,
    shown: { readonly email: string; readonly error: string },
  ) => Promise<string>;
};

/** Leads a browser that opened the link to a connection to its provider; null for any other browser. */
export type FollowLink = (request: PageRequest, reply: FastifyReply) => Promise<FastifyReply | null>;

type Connection = { Params: { connection: string } };
type Page = { Params: { uid: string } };

const Choice = z.object({ email: z.string().max(320), connection: z.uuid().optional() });
const Ticket = z.object({ ticket: z.string() });
const COOKIE = 'switchboard_sso';
/** Seconds in which the link to a connection leads to its provider. */
const LINK_LIFE = 120;
const NO_LINK = 'This link leads to no provider: it was removed or disabled. Ask your administrator for another.';
const NO_CONNECTION =
  'Single sign-on is not set up for this address. Sign in with your password, or check the address.';

/** Sign-in through the provider of an account: the ways to it, and its answer. */
export function ssoRoutes(app: FastifyInstance, options: SsoRouteOptions): FollowLink {
  const { database, provider, masterKey, publicUrl, now, isOpen } = options;
  const steps = createSsoSteps(options);
  const refuseCrowded = refuseCrowdedPages(options);
  samlRoutes(app, options, steps);

  // The sign-in that the console begins then leads to the provider.
  app.get<Connection>(`${SSO_PATH}/:connection`, async (request, reply) => {
    const refusal = await refuseCrowded(request, reply);
    if (refusal !== null) return refusal;
    const connection = await steps.open(request.params.connection);
    if (connection === null) return sendPage(reply, 404, errorPage(NO_LINK));
    const cookie = writeCookie(COOKIE, connection.id, { publicUrl, maxAge: LINK_LIFE });
    return reply.header('cache-control', 'no-store').header('set-cookie', cookie).redirect('/', 303);
  });

  app.get<Connection>(`${SSO_PATH}/:connection/callback`, async (request, reply) => {
    const connection = await steps.open(request.params.connection);
    if (connection?.kind !== 'OIDC') return sendPage(reply, 404, errorPage(NO_LINK));
    const parameters = new URL(request.url, publicUrl).searchParams;
    const answered = { connectionId: connection.id, state: parameters.get('state') ?? '' };
    const attempt = await database.withIdentity((tx) => takeAttempt(tx, answered, now()));
    if (attempt === null) return sendExpired(reply);
    const redirectUri = ssoAddresses(publicUrl, connection).callback;
    let person: SsoPerson;
    try {
      person = await steps.oidc.readAnswer(connection, { ...steps.bindingOf(attempt), redirectUri, parameters });
    } catch (error) {
      return steps.sendProblem(request, reply, connection, error);
    }
    return steps.finish(request, reply, { connection, attempt, person });
  });

  app.post<Page>(`${SIGN_IN_PATH}/:uid/sso`, async (request, reply) => {
    const form = Choice.safeParse(request.body);
    if (!form.success || !(await isOpen(request, reply))) return sendExpired(reply);
    const refusal = await refuseCrowded(request, reply);
    if (refusal !== null) return refusal;
    const { email, connection: chosen } = form.data;
    const offered = await database.withIdentity((tx) => connectionsFor(tx, email));
    const [first] = offered;
    const one = offered.length === 1 ? first : offered.find(({ id }) => id === chosen);
    if (one === undefined && first !== undefined)
      return sendPage(reply, 200, chooseConnectionPage({ action: request.url, email, connections: offered }));
    const connection = one === undefined ? null : await steps.open(one.id);
    if (connection === null)
      return sendPage(reply, 422, await options.pageFor(request, { email, error: NO_CONNECTION }));
    return steps.begin(request, reply, { connection, uid: request.params.uid, loginHint: email.trim() });
  });

  app.get<Page>(`${SIGN_IN_PATH}/:uid/sso`, async (request, reply) => {
    const query = Ticket.safeParse(request.query);
    if (!query.success || !(await isOpen(request, reply))) return sendExpired(reply);
    const ticket = readSsoTicket(masterKey, { text: query.data.ticket, uid: request.params.uid, now: now() });
    if (ticket === null) return sendExpired(reply);
    const { personId, amr, connectionId } = ticket;
    await database.withIdentity((tx) => recordSsoSignIn(tx, ticket));
    const result = { login: { accountId: personId, amr: [...amr] }, sso: { connectionId } };
    const options = { mergeWithLastSubmission: false };
    const returnTo = await provider.interactionResult(request.raw, reply.raw, result, options);
    return reply.header('cache-control', 'no-store').redirect(returnTo, 303);
  });

  return async (request, reply) => {
    const id = readCookie(request.headers.cookie, COOKIE, publicUrl);
    const connection = id === null ? null : await steps.open(id);
    if (connection === null) return null;
    reply.header('set-cookie', writeCookie(COOKIE, '', { publicUrl, maxAge: 0 }));
    return steps.begin(request, reply, { connection, uid: request.params.uid, loginHint: null });
  };
}
