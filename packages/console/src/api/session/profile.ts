import { PERMISSIONS } from '@switchboard/model/permissions';
import type { Account, Session } from './session.ts';

/** The person, as the login call returns them. */
export type Profile = Omit<Session, 'account'>;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];

function accountOf(value: unknown): Account[] {
  if (!isRecord(value) || typeof value['urlName'] !== 'string') return [];
  const urlName = value['urlName'];
  const name = textOf(value['name']) || urlName;
  return [{ urlName, name, showsUsage: value['show_download_summary'] === true }];
}

/** Reads the login call's response; null when it is not valid. Unknown permissions are ignored. */
export function readProfile(value: unknown): Profile | null {
  if (!isRecord(value) || typeof value['email'] !== 'string') return null;
  const held = new Set(textsOf(value['permissions']));
  const accounts = Array.isArray(value['accounts']) ? value['accounts'].flatMap(accountOf) : [];
  const fallback = textOf(value['default_url_name']);
  return {
    email: value['email'],
    name: textOf(value['name']) || value['email'],
    defaultUrlName: fallback === '' ? (accounts[0]?.urlName ?? null) : fallback,
    accounts,
    permissions: new Set(PERMISSIONS.filter((permission) => held.has(permission))),
    roles: textsOf(value['roles']),
  };
}
