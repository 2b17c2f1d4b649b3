import { readKeyHosts } from './key-types/key-hosts.ts';
import type { KeyField, KeyType, KeyValues } from './key-types/key-type.ts';

/** Words in the names of fields that decide where a key is sent, and whether the other side is verified. */
const PLACE_WORDS: ReadonlySet<string> = new Set([
  'host',
  'hostname',
  'port',
  'url',
  'uri',
  'endpoint',
  'domain',
  'subdomain',
  'server',
  'site',
  'shop',
  'instance',
  'tenant',
  'proxy',
  'ssl',
  'tls',
  'ssh',
]);

/**
 * The fields of a type that decide where a key of it is sent. Stored secrets are bound to them: otherwise a person who may
 * edit a key could have its secrets sent to a server of their own.
 */
export function placeFieldsOf(type: KeyType): readonly KeyField[] {
  const templates = JSON.stringify({ ...type, fields: [] });
  return type.fields.filter(
    ({ name, secret, isPlace, isHostList }) =>
      secret !== true &&
      (isPlace === true ||
        isHostList === true ||
        name.split('_').some((word) => PLACE_WORDS.has(word)) ||
        templates.includes(`{${name}}`)),
  );
}

/** The fields whose change makes the stored secrets of a key unusable: they must be entered again. */
export function changedPlaceFields(type: KeyType, before: KeyValues, after: KeyValues): readonly KeyField[] {
  return placeFieldsOf(type).filter((field) =>
    field.isHostList === true
      ? addsHost(comparable(field, before), comparable(field, after))
      : comparable(field, before) !== comparable(field, after),
  );
}

/** Whether a list of hosts has one that the other lacks. A key that goes to fewer hosts keeps its secrets. */
function addsHost(before: string, after: string): boolean {
  const known = new Set(readKeyHosts(before));
  return readKeyHosts(after).some((host) => !known.has(host));
}

/** A value as it takes effect: trimmed, an absent one as the default of its field. */
function comparable(field: KeyField, values: KeyValues): string {
  const value = Object.hasOwn(values, field.name) ? values[field.name] : null;
  const text = value === null || value === undefined ? '' : String(value).trim();
  const standard = field.kind === 'lines' ? undefined : field.default;
  return text === '' ? String(standard ?? (field.kind === 'flag' ? false : '')) : text;
}
