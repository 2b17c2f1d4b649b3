import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refuseCrowdedPages } from '../sign-in/crowded-pages.ts';
import { errorPage } from '../sign-in/sign-in-page.ts';
import { sendPage } from '../sign-in/sign-in-steps.ts';
import { SSO_PATH } from '../sso/addresses.ts';
import { type SsoAttempt, takeAttempt } from '../sso/attempts.ts';
import type { SsoPerson } from '../sso/complete-sso.ts';
import { groupsClaimIn, samlSettings } from '../sso/connection-settings.ts';
import type { OpenSsoConnection } from '../sso/open-connection.ts';
import { SsoAnswerError } from '../sso/openid-connect.ts';
import type { SsoStepOptions, SsoSteps } from '../sso/sso-steps.ts';
import { refuseUnless, SamlRefused } from './saml-refused.ts';
import { metadataOf, serviceProviderOf, stateOf } from './service-provider.ts';
import { useAssertion } from './used-assertions.ts';
import { MAX_RESPONSE, validateResponse } from './validate-response.ts';

const Response = z.object({ SAMLResponse: z.string() });
/** Bytes of the form that carries a response: base64, with its escapes. */
const BODY_LIMIT = MAX_RESPONSE * 2;

type Connection = { Params: { connection: string } };
type Accepted = { readonly attempt: SsoAttempt; readonly person: SsoPerson };

/** Metadata and assertion consumer service of each SAML connection. `app` reads forms. */
export function samlRoutes(app: FastifyInstance, options: SsoStepOptions, steps: SsoSteps): void {
  const { database, publicUrl, now } = options;
  const refuse = refuseCrowdedPages(options);
  const open = async ({ params }: FastifyRequest<Connection>): Promise<OpenSsoConnection | null> => {
    const connection = await steps.open(params.connection);
    return connection?.kind === 'SAML' ? connection : null;
  };
  const sendUnknown = (reply: FastifyReply): FastifyReply =>
    sendPage(reply, 404, errorPage('There is no such connection: it was removed or disabled. Ask your administrator.'));

  app.get<Connection>(`${SSO_PATH}/:connection/metadata`, async (request, reply) => {
    const refusal = await refuse(request, reply);
    if (refusal !== null) return refusal;
    const connection = await open(request);
    if (connection === null) return sendUnknown(reply);
    return reply.type('application/samlmetadata+xml').send(metadataOf(serviceProviderOf(connection.id, publicUrl)));
  });

  // The page of the provider posts it: the browser sends no cookie of Switchboard. Only the sign-in page, to which it is led, has one.
  app.post<Connection>(`${SSO_PATH}/:connection/acs`, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const refusal = await refuse(request, reply);
    if (refusal !== null) return refusal;
    const connection = await open(request);
    if (connection === null) return sendUnknown(reply);
    let accepted: Accepted;
    try {
      accepted = await accept(connection, request.body);
    } catch (error) {
      const { name } = connection;
      const shown =
        error instanceof SamlRefused
          ? new SsoAnswerError(`${name} could not sign you in. ${error.message}`, { cause: error })
          : error;
      return steps.sendProblem(request, reply, connection, shown);
    }
    return steps.finish(request, reply, { connection, ...accepted });
  });

  /** @throws SamlRefused */
  async function accept(connection: OpenSsoConnection, body: unknown): Promise<Accepted> {
    const form = Response.safeParse(body);
    refuseUnless(form.success, 'The form has no SAMLResponse.');
    const { id: connectionId } = connection;
    const { SAMLResponse: encoded } = form.data;
    const provider = serviceProviderOf(connectionId, publicUrl);
    const settings = samlSettings(connection.settings);
    const groupsAttribute = groupsClaimIn(connection.settings);
    const assertion = await validateResponse({ settings, provider, encoded, groupsAttribute, now: now() });
    const { inResponseTo, subject, mail, name, groups, authnContext } = assertion;
    return database.withIdentity(async (tx) => {
      const isNew = await useAssertion(tx, connection, assertion);
      refuseUnless(isNew, 'The assertion was used before. Sign in again.');
      const attempt = await takeAttempt(tx, { connectionId, state: stateOf(inResponseTo) }, now());
      refuseUnless(attempt !== null, 'The request to sign in has expired, or was answered before. Sign in again.');
      // SAML does not say whether an address was verified. The settings of the connection do.
      return { attempt, person: { subject, mail, mailVerified: null, name, groups, acr: authnContext } };
    });
  }
}
