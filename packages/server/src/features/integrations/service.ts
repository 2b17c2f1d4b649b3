import { randomUUID } from 'node:crypto';
import type { Egress, OAuthClients } from '@switchboard/connectors';
import type { ServiceOptions } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { showAccountKeyErrors } from '../../graphql/request-error.ts';
import type { MailTransport } from '../../identity/mail/mail-transport.ts';
import type { Session } from '../../identity/session.ts';
import type { Vault } from '../../identity/vault.ts';
import { createDeliver } from '../../pipeline/notices/deliver.ts';
import { readIntegration, storedSecrets } from '../../pipeline/notices/store-integration.ts';
import type { CompleteSignIn } from '../sign-ins/service.ts';
import {
  type BegunIntegration,
  beginSignIn,
  type ConnectParts,
  findConnection,
  type IntegrationToConnect,
} from './connect/begin-connection.ts';
import { connectIntegration } from './connect/connect-integration.ts';
import type { IntegrationAnswer, IntegrationParts } from './integration-parts.ts';
import { limitCalls } from './limit-calls.ts';
import { removeIntegration } from './remove-integration.ts';
import { type IntegrationEdit, saveIntegration } from './save-integration.ts';
import { type ChannelList, createSlackWorkspaces } from './slack-workspace.ts';
import { type DraftTest, testDraft } from './test-draft.ts';
import { sendTestMessage } from './test-message.ts';

/** Use cases of integrations. The account is the session's. */
export type IntegrationActions = {
  save(session: Session, edit: IntegrationEdit): Promise<IntegrationAnswer>;
  remove(session: Session, id: string): Promise<IntegrationAnswer>;
  /** Sends a test message to the receiver of a filter. */
  test(session: Session, id: string, filterId: string): Promise<IntegrationAnswer>;
  /** Tries an integration with the values that were typed, and stores nothing. */
  testDraft(session: Session, edit: IntegrationEdit): Promise<DraftTest | 'missing'>;
  /** Begins the sign-in at the provider of a type, for a new integration or for one that is connected again. */
  beginSignIn(session: Session, wanted: IntegrationToConnect): Promise<BegunIntegration>;
  /** Completes it. */
  readonly completeSignIn: CompleteSignIn;
  /** Whether people may sign in at the provider of a type. */
  offersSignIn(session: Session, type: string): boolean;
  /** The channels that the other side of an integration offers. */
  channels(accountId: string, id: string): Promise<ChannelList>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly integrations: IntegrationActions;
  }
}

export type IntegrationOptions = {
  readonly vault: Vault;
  readonly egress: Egress;
  /** Address of Slack's Web API without a slash at its end. */
  readonly slackApi: string;
  /** Origin of the console, for links. */
  readonly publicUrl: string;
  readonly mail: MailTransport;
  /** OAuth client per provider. */
  readonly clients: OAuthClients;
};

export function createIntegrationActions(options: ServiceOptions & IntegrationOptions): IntegrationActions {
  const { database, vault, egress, slackApi, publicUrl, mail, clients, now } = options;
  const deliver = createDeliver({ egress, slackApi, mail, now });
  const limited = limitCalls();
  const parts: IntegrationParts = { database, vault, slack: createSlackWorkspaces(egress, slackApi, limited, now) };
  const connectParts: ConnectParts = { ...parts, egress, clients, slackApi, publicUrl };
  return {
    beginSignIn: async (session, wanted) =>
      session.accountId === null ? { kind: 'missing' } : beginSignIn(connectParts, session.accountId, session, wanted),
    completeSignIn: (signIn, given) => connectIntegration(connectParts, signIn, given),
    offersSignIn: (session, type) => findConnection(connectParts, session.permissions, type) !== null,
    async save(session, edit) {
      if (session.accountId === null || (edit.id !== null && !UUID.test(edit.id))) return { kind: 'missing' };
      return showAccountKeyErrors(saveIntegration(parts, session.accountId, session, edit));
    },
    async remove(session, id) {
      if (session.accountId === null || !UUID.test(id)) return { kind: 'missing' };
      return removeIntegration(parts, session.accountId, session, id);
    },
    async test({ accountId, ...session }, id, filterId) {
      if (accountId === null || !UUID.test(id) || !UUID.test(filterId)) return { kind: 'missing' };
      const request = { integrationId: id, filterId, messageId: randomUUID() };
      const run = () =>
        sendTestMessage({ ...parts, deliver, publicUrl }, accountId, { accountId, ...session }, request);
      return showAccountKeyErrors(limited(accountId, run));
    },
    async testDraft(session, edit) {
      const { accountId } = session;
      if (accountId === null || (edit.id !== null && !UUID.test(edit.id))) return 'missing';
      const draftParts = { ...parts, deliver, publicUrl, now, limited };
      return showAccountKeyErrors(testDraft(draftParts, accountId, session, edit, randomUUID()));
    },
    async channels(accountId, id) {
      const stored = await database.withAccount(accountId, (tx) => readIntegration(tx, accountId, id));
      const token =
        stored === null ? undefined : (await showAccountKeyErrors(storedSecrets(vault, accountId, stored)))['token'];
      return token === undefined ? { channels: [], error: null } : parts.slack.channels(accountId, token);
    },
  };
}
