import { INTEGRATION_TYPES } from '@switchboard/model/integrations/integration-types';
import type { Permission } from '@switchboard/model/permissions';

/** Names of the types that a person with these permissions does not see. */
export const hiddenTypes = (permissions: ReadonlySet<Permission>): readonly string[] =>
  INTEGRATION_TYPES.flatMap(({ name, permission }) =>
    permission === null || permissions.has(permission) ? [] : [name],
  );
