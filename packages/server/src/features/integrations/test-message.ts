import { ReceiverError } from '@switchboard/connectors';
import type { IntegrationValues } from '@switchboard/model/integrations/validate-integration';
import { pathOfRow } from '@switchboard/model/integrations/validate-integration';
import { sql } from 'kysely';
import type { Session } from '../../identity/session.ts';
import type { Deliver } from '../../pipeline/notices/deliver.ts';
import type { NoticeMessage } from '../../pipeline/notices/notice-message.ts';
import { recordDelivery } from '../../pipeline/notices/record-delivery.ts';
import { readIntegration, storedSecrets } from '../../pipeline/notices/store-integration.ts';
import { type IntegrationAnswer, type IntegrationParts, invalid } from './integration-parts.ts';
import { hiddenTypes } from './visible-types.ts';

export type TestParts = IntegrationParts & { readonly deliver: Deliver; readonly publicUrl: string };
export type TestRequest = { readonly integrationId: string; readonly filterId: string; readonly messageId: string };

type Filter = {
  readonly configuration: IntegrationValues;
  readonly place: number;
  readonly url_name: string;
  readonly account: string;
};

/** Sends a test message to the receiver of one filter, at once. What keeps it from arriving is shown in the integration. */
export async function sendTestMessage(
  { database, vault, deliver, publicUrl }: TestParts,
  accountId: string,
  { person, permissions }: Session,
  { integrationId, filterId, messageId }: TestRequest,
): Promise<IntegrationAnswer> {
  const found = await database.withAccount(accountId, async (tx) => {
    const integration = await readIntegration(tx, accountId, integrationId);
    const { rows } = await sql<Filter>`
      select f.configuration, f.place, a.url_name, a.name as account
      from integration_filter f join account a on a.id = f.account_id
      where f.account_id = ${accountId}::uuid and f.integration_id = ${integrationId}::uuid and f.id = ${filterId}::uuid
    `.execute(tx);
    return { integration, filter: rows[0] };
  });
  const { integration, filter } = found;
  if (integration === null || filter === undefined || hiddenTypes(permissions).includes(integration.type))
    return { kind: 'missing' };
  const message: NoticeMessage = {
    id: messageId,
    groupId: messageId,
    change: 'test',
    account: filter.account,
    title: 'Test message',
    text: `${person.name} tries whether notices of ${filter.account} arrive here.`,
    url: `${publicUrl}/app/${encodeURIComponent(filter.url_name)}/integrations?id=${integrationId}`,
    facts: null,
  };
  const receiver = {
    type: integration.type,
    secrets: await storedSecrets(vault, accountId, integration),
    configuration: integration.configuration,
    target: filter.configuration,
  };
  const failure = await deliver(receiver, message, { isRepeated: false }).then(
    () => null,
    (error: unknown) => {
      if (error instanceof ReceiverError) return error;
      throw error;
    },
  );
  await database.withAccount(accountId, (tx) => recordDelivery(tx, { accountId, integrationId, filterId }, failure));
  if (failure === null) return { kind: 'done', id: integrationId };
  const path =
    failure.about === 'target' ? pathOfRow(filter.place) : failure.about === 'authorization' ? 'authorization' : null;
  return invalid([{ path, message: failure.message }]);
}
