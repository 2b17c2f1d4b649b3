import type { Egress } from '@switchboard/connectors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { recordAudit } from '../../audit/record-audit.ts';
import { learnSecrets } from '../../observe/scope.ts';
import { SIGN_IN_PATH } from '../oidc-provider.ts';
import { requestUrl, serviceProviderOf } from '../saml/service-provider.ts';
import { errorPage } from '../sign-in/sign-in-page.ts';
import { type SignInOptions, sendPage } from '../sign-in/sign-in-steps.ts';
import type { Vault } from '../vault.ts';
import { ssoAddresses } from './addresses.ts';
import { attemptSecret, beginAttempt, type SsoAttempt } from './attempts.ts';
import { completeSso, type SsoPerson } from './complete-sso.ts';
import { samlSettings } from './connection-settings.ts';
import { type OpenSsoConnection, openSsoConnection } from './open-connection.ts';
import { createOidcClient, type OidcClient, SsoAnswerError } from './openid-connect.ts';
import { toProviderPage } from './sso-pages.ts';
import { makeSsoTicket } from './sso-ticket.ts';

/** The parts that single sign-on needs besides those of the sign-in pages. */
export type SsoParts = {
  readonly vault: Vault;
  /** The way to the providers of accounts. */
  readonly egress: Egress;
};

export type SsoStepOptions = SignInOptions & { readonly sso: SsoParts };

/** The steps between the choice of a connection and the ticket with which its browser comes back to the sign-in page. */
export type SsoSteps = {
  readonly oidc: OidcClient;
  /** An enabled connection; null without one. */
  open(id: string): Promise<OpenSsoConnection | null>;
  /** Leads a browser to the provider of a connection. `uid`: its sign-in page. */
  begin(
    request: FastifyRequest,
    reply: FastifyReply,
    to: { readonly connection: OpenSsoConnection; readonly uid: string; readonly loginHint: string | null },
  ): Promise<FastifyReply>;
  /** Secrets that bind the answer of an OpenID provider to an attempt. */
  bindingOf(attempt: SsoAttempt): { readonly state: string; readonly nonce: string; readonly verifier: string };
  /** Completes the sign-in of a person for whom the provider vouches: at the sign-in page, which only its browser reaches. */
  finish(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: {
      readonly connection: OpenSsoConnection;
      readonly attempt: SsoAttempt;
      readonly person: SsoPerson;
    },
  ): Promise<FastifyReply>;
  /** Shows why an answer of the provider is not accepted, and records it. Throws errors of another kind again. */
  sendProblem(
    request: FastifyRequest,
    reply: FastifyReply,
    connection: OpenSsoConnection,
    error: unknown,
  ): Promise<FastifyReply>;
};

const Id = z.uuid();

export function createSsoSteps(options: SsoStepOptions): SsoSteps {
  const { database, masterKey, publicUrl, now } = options;
  const { vault, egress } = options.sso;
  const oidc = createOidcClient(egress, now);

  const bindingOf: SsoSteps['bindingOf'] = (attempt) => ({
    state: attempt.state,
    nonce: attemptSecret(masterKey, attempt, 'nonce'),
    verifier: attemptSecret(masterKey, attempt, 'verifier'),
  });

  const sendProblem: SsoSteps['sendProblem'] = async (request, reply, { id, name, accountId }, error) => {
    if (!(error instanceof SsoAnswerError)) throw error;
    request.log.warn({ err: error.cause ?? error, connection: id }, 'single sign-on');
    await database.withIdentity((tx) =>
      recordAudit(tx, {
        kind: 'sign_in_failed',
        actor: { kind: 'anonymous' },
        accountId,
        target: { kind: 'sso_connection', id, name },
        after: { method: 'sso', reason: error.message },
      }),
    );
    return sendPage(reply, 401, errorPage(error.message));
  };

  return {
    oidc,
    bindingOf,
    sendProblem,

    async open(id) {
      if (!Id.safeParse(id).success) return null;
      const found = await database.withIdentity((tx) => openSsoConnection(tx, vault, id));
      learnSecrets([found?.secret ?? undefined]);
      return found;
    },

    async begin(request, reply, { connection, uid, loginHint }) {
      const attempt = await database.withIdentity((tx) => beginAttempt(tx, { connection, uid }, now()));
      const redirectUri = ssoAddresses(publicUrl, connection).callback;
      let url: string;
      try {
        url =
          connection.kind === 'SAML'
            ? await requestUrl(
                samlSettings(connection.settings),
                serviceProviderOf(connection.id, publicUrl),
                attempt.state,
              )
            : await oidc.authorizationUrl(connection, { ...bindingOf(attempt), redirectUri, loginHint });
      } catch (error) {
        return sendProblem(request, reply, connection, error);
      }
      return sendPage(reply, 200, toProviderPage({ name: connection.name, url }));
    },

    async finish(request, reply, { connection, attempt, person }) {
      const result = await completeSso(database, connection, person, options);
      request.log.info({ outcome: result.kind, connection: connection.id }, 'single sign-on');
      if (result.kind === 'refused') return sendPage(reply, 401, errorPage(result.reason));
      const { uid } = attempt;
      const { personId, amr } = result;
      const ticket = makeSsoTicket(masterKey, { uid, connectionId: connection.id, personId, amr }, now());
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(`${SIGN_IN_PATH}/${uid}/sso?ticket=${ticket}`, 303);
    },
  };
}
