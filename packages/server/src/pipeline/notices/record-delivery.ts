import type { ReceiverError } from '@switchboard/connectors';
import type { IntegrationValues } from '@switchboard/model/integrations/validate-integration';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { recordEvent } from '../../journal/record-event.ts';
import { integrationLabel } from './integration-label.ts';

export type DeliveredTo = { readonly accountId: string; readonly integrationId: string; readonly filterId: string };

/**
 * Shows in an integration and its filter whether they work, with an event when that changes.
 * @param failure null after a delivery
 */
export async function recordDelivery(tx: Tx, to: DeliveredTo, failure: ReceiverError | null): Promise<void> {
  const { accountId, integrationId, filterId } = to;
  const isOfTarget = failure?.about === 'target';
  const { rows } = await sql<{ type: string; values: IntegrationValues; was: boolean }>`
    with before as materialized (
      select i.type, i.public_authorization as values, i.problem is not null or f.problem is not null as was
      from integration i join integration_filter f on f.account_id = i.account_id and f.integration_id = i.id
      where i.account_id = ${accountId}::uuid and i.id = ${integrationId}::uuid and f.id = ${filterId}::uuid
    ), of_integration as (
      update integration set problem = ${isOfTarget ? null : (failure?.message ?? null)}
      where account_id = ${accountId}::uuid and id = ${integrationId}::uuid
    ), of_filter as (
      update integration_filter set problem = ${isOfTarget ? failure.message : null}
      where account_id = ${accountId}::uuid and id = ${filterId}::uuid
    )
    select type, values, was from before`.execute(tx);
  const [row] = rows;
  if (row === undefined || row.was === (failure !== null)) return;
  const integration = integrationLabel(row.type, row.values);
  await (failure === null
    ? recordEvent(tx, { accountId, severity: 'info', code: 'INTEGRATION_RECOVERED', parameters: { integration } })
    : recordEvent(tx, {
        accountId,
        severity: 'warn',
        code: 'INTEGRATION_DEGRADED',
        parameters: { integration, reason: failure.message },
      }));
}
