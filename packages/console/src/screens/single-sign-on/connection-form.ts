import type { SsoConnectionFactsFragment } from '../../api/generated/graphql.ts';

export type SsoKind = 'OIDC' | 'SAML';
export type Connection = SsoConnectionFactsFragment;

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
  readonly enabled: boolean;
};

export type FieldName = 'name' | 'issuer' | 'clientId' | 'clientSecret' | 'metadata' | 'defaultRole';
/** One sentence for each field that has a problem. */
export type FormProblems = Partial<Readonly<Record<FieldName, string>>>;

const FIELD_OF_PATH: Readonly<Record<string, FieldName>> = {
  name: 'name',
  client_secret: 'clientSecret',
  default_role: 'defaultRole',
  'settings.issuer': 'issuer',
  'settings.client_id': 'clientId',
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function settingsOf(connection: Connection | null): Readonly<Record<string, unknown>> {
  const settings: unknown = connection?.settings;
  return typeof settings === 'object' && settings !== null ? { ...settings } : {};
}

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
    ...(form.kind === 'SAML' && !isNew && form.enabled && !connection.is_set_up && form.metadata.trim() === ''
      ? { metadata: 'Enter the metadata of the provider to enable the connection.' }
      : {}),
  };
}

/** The variables with which a form is saved. */
export function variablesOf(form: ConnectionForm, connection: Connection | null) {
  const { kind, name, defaultRole, clientSecret, metadata, trustsEmail } = form;
  const common = { trusts_email: trustsEmail };
  const settings =
    kind === 'OIDC'
      ? { issuer: form.issuer.trim(), client_id: form.clientId.trim(), ...common }
      : metadata.trim() === ''
        ? { ...settingsOf(connection), ...common }
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

/** The problems that the server found, by field. Those of SAML settings belong to the metadata that they came from. */
export function problemsOf(errors: readonly { readonly path: string; readonly message: string }[]): FormProblems {
  return Object.fromEntries(errors.map(({ path, message }) => [FIELD_OF_PATH[path] ?? 'metadata', message]));
}
