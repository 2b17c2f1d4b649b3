import {
  type Egress,
  type OAuthClient,
  type OAuthClients,
  type SlackApp,
  slackAuthorizationAddress,
} from '@switchboard/connectors';
import { findIntegrationType } from '@switchboard/model/integrations/integration-types';
import type { IntegrationProblem } from '@switchboard/model/integrations/validate-integration';
import { keyProblem } from '@switchboard/model/key-types/key-problems';
import type { Permission } from '@switchboard/model/permissions';
import type { Session } from '../../../identity/session.ts';
import { readIntegration } from '../../../pipeline/notices/store-integration.ts';
import { CALLBACK_PATH, createSignInSecrets, signInCookie } from '../../sign-ins/sign-in-cookie.ts';
import { storeSignIn } from '../../sign-ins/store-sign-in.ts';
import type { IntegrationParts } from '../integration-parts.ts';
import { hiddenTypes } from '../visible-types.ts';

/** Dependencies of connecting integrations. */
export type ConnectParts = IntegrationParts & {
  readonly egress: Egress;
  readonly clients: OAuthClients;
  /** Address of Slack's Web API without a slash at its end. */
  readonly slackApi: string;
  /** Origin at which browsers reach the program. */
  readonly publicUrl: string;
};

/** The integration that a person wants to connect: a new one, or with an id a stored one that is connected again. */
export type IntegrationToConnect = {
  readonly type: string;
  readonly id: string | null;
  /** A text of the window that begins it, by which it recognises the result. */
  readonly reference: string;
};

export type BegunIntegration =
  | { readonly kind: 'begun'; readonly url: string; readonly cookie: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid'; readonly problems: readonly IntegrationProblem[] };

const LONGEST_REFERENCE = 100;

/** The app with which integrations of a type are connected; null when there is none, or the type is hidden from the person. */
export function findConnection(
  { clients }: Pick<ConnectParts, 'clients'>,
  permissions: ReadonlySet<Permission>,
  typeName: string,
): SlackApp | null {
  const type = findIntegrationType(typeName);
  if (type?.signIn === undefined || hiddenTypes(permissions).includes(type.name)) return null;
  const client: OAuthClient | undefined = clients.get(type.signIn);
  return client === undefined ? null : { id: client.id, secret: client.secret };
}

/**
 * Begins the sign-in of a person at the provider of an integration type.
 * @throws RequestError RATE_LIMITED when the person has begun too many
 */
export async function beginSignIn(
  parts: ConnectParts,
  accountId: string,
  { person, permissions, urlName }: Session,
  { type, id, reference }: IntegrationToConnect,
): Promise<BegunIntegration> {
  const invalid = (message: string): BegunIntegration => ({ kind: 'invalid', problems: [{ path: null, message }] });
  const known = findIntegrationType(type);
  if (known === undefined || hiddenTypes(permissions).includes(type))
    return invalid(`There is no integration type ${type.slice(0, 100)}.`);
  if (known.signIn === undefined) return invalid(`${known.displayName} integrations are not connected by signing in.`);
  const app = findConnection(parts, permissions, type);
  if (app === null) return invalid(keyProblem('oauth_not_configured', null, known.signIn).message);
  if (reference.length > LONGEST_REFERENCE || /\p{Cc}/u.test(reference)) return invalid('The name is too long.');
  const secrets = createSignInSecrets();
  const isStored = await parts.database.withAccount(accountId, async (tx) => {
    if (id !== null && (await readIntegration(tx, accountId, id))?.type !== type) return false;
    await storeSignIn(tx, {
      accountId,
      personId: person.id,
      secrets,
      subject: { kind: 'integration', type, id, name: reference, description: '' },
      route: `/app/${urlName ?? ''}/integrations`,
    });
    return true;
  });
  if (!isStored) return { kind: 'missing' };
  const url = slackAuthorizationAddress({
    api: parts.slackApi,
    clientId: app.id,
    redirectUri: `${parts.publicUrl}${CALLBACK_PATH}`,
    state: secrets.state,
  });
  return { kind: 'begun', url, cookie: signInCookie(secrets, accountId, parts.publicUrl) };
}
