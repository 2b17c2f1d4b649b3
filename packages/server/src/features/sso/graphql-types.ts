import { builder } from '../../graphql/builder.ts';
import { boolean, dateTime, from, id, int, nullable, objects, reference, string } from '../../graphql/columns.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { type CertificateFacts, describeCertificates } from '../../identity/saml/certificates.ts';
import type { Person } from '../../identity/session.ts';
import { ssoAddresses } from '../../identity/sso/addresses.ts';
import { isSetUp, type SsoProblem, samlSettings } from '../../identity/sso/connection-settings.ts';
import { recordName } from '../../identity/sso/domain-record.ts';
import type { SsoConnectionRow } from '../../identity/sso/store-connection.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';
import type { SsoDomainRow } from './queries.ts';

export const SIGN_IN = { permission: 'manage-sign-in' } as const;

/** How people of the account sign in. */
export type SsoSettings = {
  /** Whether the installation signs people in itself, so that accounts can have connections. */
  readonly is_available: boolean;
  readonly connections: readonly SsoConnectionRow[];
  readonly domains: readonly SsoDomainRow[];
  readonly break_glass: readonly Person[];
  /** People who may be chosen for that. */
  readonly administrators: readonly Person[];
};

/** A connection or domain that was removed. */
export class SsoRemoved {
  readonly id: string;

  constructor(removed: string) {
    this.id = removed;
  }
}

export class SsoErrors {
  readonly errors: readonly SsoProblem[];

  constructor(errors: readonly SsoProblem[]) {
    this.errors = errors;
  }
}

export const ssoConnectionRef = builder.objectRef<SsoConnectionRow>('SsoConnection');
export const ssoDomainRef = builder.objectRef<SsoDomainRow>('SsoDomain');
export const ssoSettingsRef = builder.objectRef<SsoSettings>('SsoSettings');
export const ssoRemovedRef = builder.objectRef<SsoRemoved>('SsoRemoved');
export const ssoErrorsRef = builder.objectRef<SsoErrors>('SsoErrors');
const ssoCertificateRef = builder.objectRef<CertificateFacts>('SsoCertificate');
const ssoErrorRef = builder.objectRef<SsoProblem>('SsoError');

function defineConnectionType(): void {
  defineObject(ssoConnectionRef, {
    description:
      'Connection to an identity provider through which people of the account sign in. Secrets are never returned.',
    authScopes: SIGN_IN,
    isTypeOf: hasProperty('sso_only'),
    columns: {
      id: id('Opaque identifier.'),
      kind: string('OIDC or SAML.'),
      name: string('Name that the sign-in page shows.'),
      version: from('edit_version', int('Rises with every change that a person saves.')),
      default_role: nullable(
        string('Role of people whom their first sign-in adds to the account; null while signing in adds no one.'),
      ),
      enabled: boolean('Whether people can sign in through it.'),
      sso_only: boolean('Whether people of the verified domains sign in only through it.'),
      first_used: nullable(dateTime('When somebody first signed in through it; null before.')),
      created: dateTime('When it was added.'),
      created_by: reference(personRef, PERSON, 'The person who added it.'),
      updated: dateTime('When it was last saved.'),
      updated_by: reference(personRef, PERSON, 'The person who saved it last.'),
    },
    fields: (t) => ({
      settings: t.field({
        type: 'JSON',
        description:
          'Without secrets. OIDC: issuer, client_id. SAML: entity_id, sign_in_url, certificates; it is saved with metadata, an XML document, in place of them. Both: trusts_email; groups_claim, the claim or attribute that has the groups of a person, groups by default; group_roles, a list of group and role, which is a preset or the id of a role of the account.',
        resolve: ({ settings }) => settings,
      }),
      is_set_up: t.boolean({
        description:
          'Whether the provider is known. A SAML connection is added before, for its addresses, which the provider asks for.',
        resolve: ({ kind, settings }) => isSetUp(kind, settings),
      }),
      certificates: t.field({
        type: [ssoCertificateRef],
        description: 'Certificates of the keys that sign the answers of a SAML provider; empty for OIDC.',
        resolve: ({ kind, settings }) =>
          kind === 'SAML' && isSetUp(kind, settings) ? describeCertificates(samlSettings(settings).certificates) : [],
      }),
      sign_in_url: t.string({
        description: 'Link that begins a sign-in through it.',
        resolve: (row, _args, { sso }) => ssoAddresses(sso.publicUrl, row).signIn,
      }),
      callback_url: t.string({
        description: 'Where the provider sends people back: redirect URI of OIDC, assertion consumer service of SAML.',
        resolve: (row, _args, { sso }) => ssoAddresses(sso.publicUrl, row).callback,
      }),
      entity_id: t.string({
        nullable: true,
        description: 'Name of Switchboard at a SAML provider, and the address of its metadata; null for OIDC.',
        resolve: (row, _args, { sso }) => ssoAddresses(sso.publicUrl, row).entityId,
      }),
    }),
  });
}

function defineDomainType(): void {
  defineObject(ssoDomainRef, {
    description: 'Mail domain of the account.',
    authScopes: SIGN_IN,
    isTypeOf: hasProperty('domain'),
    columns: {
      id: id('Opaque identifier.'),
      domain: string('The domain, such as example.com.'),
      record_value: from('token', string('Text of the TXT record that proves that the account owns the domain.')),
      verified: nullable(dateTime('When the record was found; null before.')),
      missing_since: nullable(
        dateTime('Since when the record of a verified domain is gone: it is verified no longer seven days after.'),
      ),
      created: dateTime('When it was added.'),
      created_by: reference(personRef, PERSON, 'The person who added it.'),
    },
    fields: (t) => ({
      record_name: t.string({
        description: 'Name of that record.',
        resolve: ({ domain }) => recordName(domain),
      }),
    }),
  });
}

export function defineSsoTypes(): void {
  defineObject(ssoCertificateRef, {
    description: 'Certificate of an identity provider.',
    authScopes: SIGN_IN,
    columns: {
      subject: string('Its name.'),
      fingerprint: string('SHA-256 of it.'),
      expires: dateTime('When it expires. Its signatures are accepted until it is replaced.'),
    },
  });
  defineConnectionType();
  defineDomainType();
  defineObject(ssoSettingsRef, {
    description: 'How people of the account sign in.',
    authScopes: SIGN_IN,
    isTypeOf: hasProperty('break_glass'),
    columns: {
      is_available: boolean('Whether accounts can have connections. False where another provider signs everybody in.'),
      connections: objects(ssoConnectionRef, 'Connections, the oldest first.'),
      domains: objects(ssoDomainRef, 'Mail domains, by name.'),
      break_glass: objects(
        personRef,
        'People who may enter with a password and a second factor where single sign-on is required.',
      ),
      administrators: objects(
        personRef,
        'People of the account who have the permission manage-sign-in: they can be chosen for that.',
      ),
    },
  });
  defineObject(ssoRemovedRef, {
    description: 'It was removed.',
    authScopes: SIGN_IN,
    isTypeOf: (value) => value instanceof SsoRemoved,
    columns: { id: id('Its former id.') },
  });
  defineObject(ssoErrorRef, {
    description: 'One thing that is wrong with a connection.',
    authScopes: SIGN_IN,
    columns: { path: string('The value, such as name or settings.issuer.'), message: string('The problem with it.') },
  });
  defineObject(ssoErrorsRef, {
    description: 'The connection is invalid; nothing was saved.',
    authScopes: SIGN_IN,
    isTypeOf: (value) => value instanceof SsoErrors,
    columns: { errors: objects(ssoErrorRef, 'Everything that is wrong.') },
  });
}
