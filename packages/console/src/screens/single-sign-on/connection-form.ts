import type { SsoConnectionFactsFragment } from '../../api/generated/graphql.ts';

export type SsoKind = 'OIDC' | 'SAML';
export type Connection = SsoConnectionFactsFragment;

/** A group of the provider and the key of a role: a preset, or the id of one that the account defines. */
export type GroupRole = { readonly group: string; readonly role: string };

export type ConnectionForm = {
  readonly kind: SsoKind;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Empty keeps the stored one. */
  readonly clientSecret: string;
  /** Empty keeps the provider as it is. */
  readonly metadata: string;
  readonly defaultRole: string | null;
  readonly trustsEmail: boolean;
  /** Empty for the usual one. */
  readonly groupsClaim: string;
  readonly groupRoles: readonly GroupRole[];
  readonly enabled: boolean;
};

export type FieldName =
  | 'name'
  | 'issuer'
  | 'clientId'
  | 'clientSecret'
  | 'metadata'
  | 'defaultRole'
  | 'groupsClaim'
  | 'groupRoles';
/** One sentence for each field that has a problem. */
export type FormProblems = Partial<Readonly<Record<FieldName, string>>>;

const FIELD_OF_PATH: Readonly<Record<string, FieldName>> = {
  name: 'name',
  client_secret: 'clientSecret',
  default_role: 'defaultRole',
  'settings.issuer': 'issuer',
  'settings.client_id': 'clientId',
  'settings.groups_claim': 'groupsClaim',
  'settings.group_roles': 'groupRoles',
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function settingsOf(connection: Connection | null): Readonly<Record<string, unknown>> {
  const settings: unknown = connection?.settings;
  return typeof settings === 'object' && settings !== null ? { ...settings } : {};
}

/** Settings that the form has fields of its own for. */
const OWN_FIELDS = ['trusts_email', 'groups_claim', 'group_roles'];

const isGroupRole = (value: unknown): value is GroupRole =>
  typeof value === 'object' && value !== null && 'group' in value && 'role' in value;

/** The form of a connection, or of one to add. */
export function formOf(connection: Connection | null): ConnectionForm {
  const settings = settingsOf(connection);
  return {
    kind: connection?.kind === 'OIDC' ? 'OIDC' : 'SAML',
    name: connection?.name ?? '',
    issuer: text(settings['issuer']),
    clientId: text(settings['client_id']),
    clientSecret: '',
    metadata: '',
    defaultRole: connection?.default_role ?? null,
    trustsEmail: settings['trusts_email'] !== false,
    groupsClaim: text(settings['groups_claim']),
    groupRoles: [settings['group_roles']].flat().filter(isGroupRole),
    enabled: connection?.enabled ?? true,
  };
}

/** Problems that are found before the form is sent. */
export function checkForm(form: ConnectionForm, connection: Connection | null): FormProblems {
  const isNew = connection === null;
  return {
    ...(form.name.trim() === '' ? { name: 'Enter the name that people see on the sign-in page.' } : {}),
    ...(form.kind === 'OIDC' && !/^https?:\/\/[^/?#]+/.test(form.issuer.trim())
      ? { issuer: 'Enter the address of the provider, such as https://login.example.com.' }
      : {}),
    ...(form.kind === 'OIDC' && form.clientId.trim() === ''
      ? { clientId: 'Enter the client id of the provider.' }
      : {}),
    ...(form.groupRoles.some(({ group }) => group === '')
      ? { groupRoles: 'Enter the name of each group as the provider sends it, or remove it.' }
      : {}),
    ...(form.kind === 'SAML' && !isNew && form.enabled && !connection.is_set_up && form.metadata.trim() === ''
      ? { metadata: 'Enter the metadata of the provider to enable the connection.' }
      : {}),
  };
}

/** The variables with which a form is saved. */
export function variablesOf(form: ConnectionForm, connection: Connection | null) {
  const { kind, name, defaultRole, clientSecret, metadata, trustsEmail, groupsClaim, groupRoles } = form;
  const common = {
    trusts_email: trustsEmail,
    ...(groupsClaim.trim() === '' ? {} : { groups_claim: groupsClaim.trim() }),
    ...(groupRoles.length === 0 ? {} : { group_roles: groupRoles }),
  };
  const stored = Object.entries(settingsOf(connection)).filter(([key]) => !OWN_FIELDS.includes(key));
  const settings =
    kind === 'OIDC'
      ? { issuer: form.issuer.trim(), client_id: form.clientId.trim(), ...common }
      : metadata.trim() === ''
        ? { ...Object.fromEntries(stored), ...common }
        : { metadata, ...common };
  const isSetUp = kind === 'OIDC' || metadata.trim() !== '' || connection?.is_set_up === true;
  return {
    ...(connection === null ? {} : { id: connection.id, version: connection.version }),
    kind,
    name: name.trim(),
    settings,
    ...(kind === 'OIDC' && clientSecret !== '' ? { client_secret: clientSecret } : {}),
    default_role: defaultRole,
    enabled: form.enabled && isSetUp,
  };
}

/** `settings.group_roles.0.group` belongs to the list of groups. */
const fieldOf = (path: string): FieldName => FIELD_OF_PATH[path.split('.').slice(0, 2).join('.')] ?? 'metadata';

/** The problems that the server found, by field. Those of SAML settings belong to the metadata that they came from. */
export function problemsOf(errors: readonly { readonly path: string; readonly message: string }[]): FormProblems {
  return Object.fromEntries(errors.map(({ path, message }) => [fieldOf(path), message]));
}
