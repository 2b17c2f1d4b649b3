import { recordAudit } from '../../audit/record-audit.ts';
import type { Session } from '../../identity/session.ts';
import { recordEvent } from '../../journal/record-event.ts';
import { integrationLabel } from '../../pipeline/notices/integration-label.ts';
import { deleteIntegration, readIntegration } from '../../pipeline/notices/store-integration.ts';
import type { IntegrationAnswer, IntegrationParts } from './integration-parts.ts';
import { hiddenTypes } from './visible-types.ts';

/** Removes an integration with its secrets, and with the notices that it has not sent. */
export function removeIntegration(
  { database }: IntegrationParts,
  accountId: string,
  { person, permissions }: Session,
  id: string,
): Promise<IntegrationAnswer> {
  return database.withAccount(accountId, async (tx): Promise<IntegrationAnswer> => {
    const found = await readIntegration(tx, accountId, id, true);
    if (found === null || hiddenTypes(permissions).includes(found.type)) return { kind: 'missing' };
    await deleteIntegration(tx, accountId, id);
    const integration = integrationLabel(found.type, found.public_authorization);
    const parameters = { person: person.name, integration };
    await recordEvent(tx, { accountId, severity: 'info', code: 'INTEGRATION_REMOVED', parameters });
    await recordAudit(tx, {
      kind: 'integration_removed',
      accountId,
      target: { kind: 'integration', id, name: integration },
    });
    return { kind: 'done', id };
  });
}
