import { purposeOf as accountKeyPurpose } from '../account-keys/account-keys.ts';
import { purposeOf as appPurpose } from '../factors/authenticator-app.ts';
import { boundTo, type SecretOwner } from '../vault.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** A column whose values the master key seals, beside the column `master_key_id`. */
export type SealedColumn = {
  readonly table:
    | 'key'
    | 'account_key'
    | 'integration'
    | 'audit_stream'
    | 'sso_connection'
    | 'authenticator_app'
    | 'oidc_payload'
    | 'signing_key';
  readonly column: 'wrapped_key' | 'credentials' | 'secret' | 'secret_id';
  readonly primaryKey: readonly string[];
  /** Further columns that the purpose is made from. */
  readonly others: readonly string[];
  readonly scope: 'withSystem' | 'withIdentity';
  /** Text that the value is bound to. */
  purposeOf(row: Row): string;
};

const text = (value: string | number | null | undefined): string => String(value ?? '');

const ownerOf = (kind: SecretOwner['kind'], row: Row, type: string): string =>
  boundTo({
    kind,
    accountId: text(row['account_id']),
    id: text(row['id']),
    type,
    version: Number(row['version']),
  });

/** Everything in the database that a master key opens. Signing keys come last: the start of each program opens them. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'key',
    column: 'wrapped_key',
    primaryKey: ['account_id', 'id'],
    others: ['type', 'sealed_type', 'version'],
    scope: 'withSystem',
    purposeOf: (row) => ownerOf('key', row, text(row['sealed_type'] ?? row['type'])),
  },
  {
    table: 'integration',
    column: 'wrapped_key',
    primaryKey: ['account_id', 'id'],
    others: ['type', 'version'],
    scope: 'withSystem',
    purposeOf: (row) => ownerOf('integration', row, text(row['type'])),
  },
  {
    table: 'audit_stream',
    column: 'wrapped_key',
    primaryKey: ['id'],
    others: ['account_id', 'type', 'host', 'version'],
    scope: 'withSystem',
    purposeOf: (row) => ownerOf('audit_stream', row, `${text(row['type'])} ${text(row['host'])}`),
  },
  {
    table: 'sso_connection',
    column: 'wrapped_key',
    primaryKey: ['account_id', 'id'],
    others: ['kind', 'version'],
    scope: 'withSystem',
    purposeOf: (row) => ownerOf('sso_connection', row, text(row['kind'])),
  },
  {
    table: 'account_key',
    column: 'credentials',
    primaryKey: ['account_id', 'id'],
    others: [],
    scope: 'withSystem',
    purposeOf: (row) => accountKeyPurpose(text(row['account_id']), text(row['id'])),
  },
  {
    table: 'authenticator_app',
    column: 'secret',
    primaryKey: ['person_id'],
    others: [],
    scope: 'withIdentity',
    purposeOf: (row) => appPurpose(text(row['person_id'])),
  },
  {
    table: 'oidc_payload',
    column: 'secret_id',
    primaryKey: ['kind', 'id'],
    others: [],
    scope: 'withIdentity',
    purposeOf: (row) => `oidc ${text(row['kind'])}`,
  },
  {
    table: 'signing_key',
    column: 'secret',
    primaryKey: ['id'],
    others: ['purpose'],
    scope: 'withIdentity',
    purposeOf: (row) => `signing_key ${text(row['purpose'])}`,
  },
];
