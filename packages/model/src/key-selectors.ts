import type { KeyType, KeyValues } from './key-types/key-type.ts';

/**
 * The values without choices that choose nothing: of an optional group, a field such as `ssh_tunnel_auth_type` while none of the
 * fields that it asks for has a value. So the group counts as empty.
 * @param stored names of secrets that are stored already
 */
export function withoutIdleSelectors(
  type: Pick<KeyType, 'fields' | 'groups'>,
  values: KeyValues,
  stored: ReadonlySet<string> = new Set(),
): KeyValues {
  const isIdle = (name: string): boolean => {
    const field = type.fields.find((candidate) => candidate.name === name);
    const group = type.groups?.find((candidate) => candidate.name === field?.group);
    const asked = type.fields.filter(({ when, kind }) => when?.field === name && kind !== 'flag');
    return (
      group?.optional === true &&
      asked.length > 0 &&
      asked.every((each) => !stored.has(each.name) && isBlank(Object.hasOwn(values, each.name) && values[each.name]))
    );
  };
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isIdle(name)));
}

const isBlank = (value: KeyValues[string] | undefined): boolean =>
  value === undefined || value === null || value === false || (typeof value === 'string' && value.trim() === '');
