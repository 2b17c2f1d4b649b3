import { exchangeSlackCode, OAuthFailure, ReceiverError } from '@switchboard/connectors';
import { findIntegrationType } from '@switchboard/model/integrations/integration-types';
import type { OAuthProblem } from '@switchboard/model/key-types/oauth-providers';
import type { Permission } from '@switchboard/model/permissions';
import { recordAudit } from '../../../audit/record-audit.ts';
import type { Tx } from '../../../db/database.ts';
import { findPersonWith } from '../../../identity/resolve-session.ts';
import type { Person } from '../../../identity/session.ts';
import { recordEvent } from '../../../journal/record-event.ts';
import { learnSecrets } from '../../../observe/scope.ts';
import { integrationLabel } from '../../../pipeline/notices/integration-label.ts';
import {
  countIntegrations,
  MAX_INTEGRATIONS,
  putIntegration,
  readIntegration,
  sendWaiting,
} from '../../../pipeline/notices/store-integration.ts';
import type { Completion, GivenAnswer } from '../../sign-ins/service.ts';
import { CALLBACK_PATH } from '../../sign-ins/sign-in-cookie.ts';
import type { SignIn } from '../../sign-ins/store-sign-in.ts';
import type { ConnectParts } from './begin-connection.ts';

type Given = {
  readonly person: Person;
  readonly token: string;
  /** Team and name behind the token. */
  readonly identity: { readonly team_name: string; readonly name: string };
};

const failed = (problem: OAuthProblem): Completion => ({ problem, id: null });

/** Exchanges the answer of Slack for the token of a workspace, tries it, and stores the integration. */
export async function connectIntegration(
  parts: ConnectParts,
  signIn: SignIn,
  { answer }: GivenAnswer,
): Promise<Completion> {
  const { accountId } = signIn;
  const type = findIntegrationType(signIn.type);
  const client = type?.signIn && parts.clients.get(type.signIn);
  const person = await personWith(parts, signIn, [
    'manage-integrations',
    ...(type?.permission ? [type.permission] : []),
  ]);
  if (person === null) return failed('not_allowed');
  if (client === undefined) return failed('client');
  let token: string;
  try {
    const { egress, slackApi: api, publicUrl } = parts;
    const app = { id: client.id, secret: client.secret };
    token = await exchangeSlackCode({ egress, api, app, answer, redirectUri: `${publicUrl}${CALLBACK_PATH}` });
  } catch (error) {
    if (error instanceof OAuthFailure) return failed(error.problem);
    throw error;
  }
  learnSecrets([token]);
  try {
    const identity = await parts.slack.identify(accountId, token);
    return await parts.database.withAccount(accountId, (tx) => store(tx, parts, signIn, { person, token, identity }));
  } catch (error) {
    if (error instanceof ReceiverError) return failed('unusable');
    throw error;
  }
}

/** The person who began it, if they still hold all these permissions. */
async function personWith(
  { database }: ConnectParts,
  { personId, accountId }: SignIn,
  permissions: readonly Permission[],
): Promise<Person | null> {
  let person: Person | null = null;
  for (const permission of permissions) {
    person = await findPersonWith(database, { personId, accountId }, permission);
    if (person === null) return null;
  }
  return person;
}

/** Stores a new integration without receivers, or replaces the token of a stored one, whose receivers stay. */
async function store(
  tx: Tx,
  { vault }: ConnectParts,
  { accountId, id, type }: SignIn,
  { person, token, identity }: Given,
): Promise<Completion> {
  const before = id === null ? null : await readIntegration(tx, accountId, id, true);
  if (id !== null && before?.type !== type) return failed('missing');
  if (id === null && (await countIntegrations(tx)) >= MAX_INTEGRATIONS) return failed('full');
  const publicAuthorization = { ...before?.public_authorization, ...identity };
  const configuration = before?.configuration ?? {};
  const saved = await putIntegration(tx, vault, accountId, {
    before,
    content: { type, publicAuthorization, configuration, secrets: { token }, problem: null },
    personId: person.id,
  });
  await sendWaiting(tx, accountId, saved);
  const integration = integrationLabel(type, publicAuthorization);
  await recordEvent(tx, {
    accountId,
    severity: 'info',
    code: before === null ? 'INTEGRATION_ADDED' : 'INTEGRATION_CHANGED',
    parameters: { person: person.name, integration },
  });
  await recordAudit(tx, {
    kind: before === null ? 'integration_added' : 'integration_changed',
    actor: { kind: 'person', personId: person.id },
    accountId,
    target: { kind: 'integration', id: saved, name: integration },
    after: { type, is_secret_new: true },
  });
  return { problem: null, id: saved };
}
