import { INTEGRATION_TYPES, type Permission } from '@switchboard/model';

/** Names of the types that a person with these permissions does not see. */
export const hiddenTypes = (permissions: ReadonlySet<Permission>): readonly string[] =>
  INTEGRATION_TYPES.flatMap(({ name, permission }) =>
    permission === null || permissions.has(permission) ? [] : [name],
  );
