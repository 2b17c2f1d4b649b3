import { findIntegrationType } from '@switchboard/model/integrations/integration-types';
import type { IntegrationValues } from '@switchboard/model/integrations/validate-integration';

/** The name of an integration in messages: its type, then the team or name that it was given: "Slack (Acme)". */
export function integrationLabel(type: string, { team_name: team, name }: IntegrationValues): string {
  const kind = findIntegrationType(type)?.displayName ?? type;
  const of = [team, name].find((text) => typeof text === 'string' && text !== '');
  return typeof of === 'string' ? `${kind} (${of})` : kind;
}
