import { INTEGRATION_TYPES, type IntegrationType } from '@switchboard/model/integrations/integration-types';
import type { Permission } from '@switchboard/model/permissions';
import type { IntegrationRowFragment } from '../../api/generated/graphql.ts';

export type Integration = IntegrationRowFragment;

/** The types that a person with these permissions may add. */
export const addableTypes = (permissions: ReadonlySet<Permission>): readonly IntegrationType[] =>
  INTEGRATION_TYPES.filter(({ permission }) => permission === null || permissions.has(permission));

/** "2 channels"; for a type with one receiver nothing. */
export function receiversText(type: IntegrationType | undefined, { filters }: Integration): string {
  if (type === undefined || type.target.kind === 'none') return '';
  const { noun } = type.target;
  const plural = noun.endsWith('s') ? `${noun}es` : `${noun}s`;
  if (filters.length === 0) return `No ${plural} yet`;
  return filters.length === 1 ? `1 ${noun}` : `${filters.length} ${plural}`;
}
