import { z } from 'zod';
import { site } from '../../settings/setting-schemas.ts';
import { readCertificate } from '../saml/certificates.ts';
import { importMetadata } from '../saml/import-metadata.ts';

export const SSO_KINDS = ['OIDC', 'SAML'] as const;
export type SsoKind = (typeof SSO_KINDS)[number];

export const isSsoKind = (name: string): name is SsoKind => SSO_KINDS.some((kind) => kind === name);

const MAX_TEXT = 2_000;
const MAX_CERTIFICATES = 5;
const text = z.string().trim().min(1, 'is empty').max(MAX_TEXT);

/** An address of a provider: https, or http within a private network. */
const address = text.refine(
  (value) => {
    const url = URL.parse(value);
    return (
      url !== null && url.username === '' && url.password === '' && url.hash === '' && site.safeParse(value).success
    );
  },
  { message: 'must be an address that starts with https:' },
);

const MAX_GROUP_ROLES = 200;
const GroupRoleSchema = z.strictObject({
  /** As the provider names it: upper and lower case differ. */
  group: z.string().min(1, 'is empty').max(200),
  /** A preset, or the id of a role that the account defines. */
  role: z.string().max(60),
});
/** A group of the provider, and a role that it gives. */
export type GroupRole = z.infer<typeof GroupRoleSchema>;
const GroupRoles = z.array(GroupRoleSchema).max(MAX_GROUP_ROLES);

const COMMON = {
  /** Whether addresses of the provider count as verified when it does not say so. */
  trusts_email: z.boolean().default(false),
  /** Claim of OpenID Connect, or attribute of SAML, that has the groups of a person. */
  groups_claim: text.max(200).optional(),
  group_roles: GroupRoles.optional(),
};

const Oidc = z.strictObject({
  issuer: address.refine((value) => !value.includes('?'), { message: 'must not have a query' }),
  client_id: text,
  ...COMMON,
});

const Saml = z.strictObject({
  /** The provider's own name, such as https://idp.example/metadata. */
  entity_id: text,
  sign_in_url: address,
  /** Certificates of the keys that sign its answers, as PEM. */
  certificates: z
    .array(
      z
        .string()
        .max(20_000)
        .refine((pem) => readCertificate(pem) !== null, {
          message: 'must be a certificate of an RSA key of at least 2048 bits',
        }),
    )
    .min(1)
    .max(MAX_CERTIFICATES),
  ...COMMON,
});
/** A connection that is not set up yet: the provider asks for its addresses before it has metadata. */
const EmptySaml = z.strictObject(COMMON);
const Metadata = z.strictObject({ metadata: z.string(), ...COMMON });

export type OidcSettings = z.infer<typeof Oidc>;
export type SamlSettings = z.infer<typeof Saml>;
type EmptySamlSettings = z.infer<typeof EmptySaml>;

/** The roles that groups of the provider of a connection give. Empty: groups give none. */
export function groupRolesIn(settings: Readonly<Record<string, unknown>>): readonly GroupRole[] {
  const read = GroupRoles.safeParse(settings['group_roles']);
  return read.success ? read.data : [];
}

/** The claim or attribute that has the groups; null when the connection names none. */
export const groupsClaimIn = (settings: Readonly<Record<string, unknown>>): string | null =>
  typeof settings['groups_claim'] === 'string' ? settings['groups_claim'] : null;

export const oidcSettings = (stored: unknown): OidcSettings => Oidc.parse(stored);

const SCHEMAS = { OIDC: Oidc, SAML: Saml } as const;

/** One thing that is wrong with a connection. */
export type SsoProblem = { readonly path: string; readonly message: string };

type ReadSettings =
  | { readonly settings: OidcSettings | SamlSettings | EmptySamlSettings }
  | { readonly problems: readonly SsoProblem[] };

/** The settings of a connection of this kind, or everything that is wrong with them. */
export function readSsoSettings(kind: SsoKind, given: unknown): ReadSettings {
  if (kind === 'SAML') {
    const empty = EmptySaml.safeParse(given);
    if (empty.success) return { settings: empty.data };
    const entered = Metadata.safeParse(given);
    if (entered.success) return readMetadata(entered.data);
  }
  const read = SCHEMAS[kind].safeParse(given);
  if (read.success) return { settings: read.data };
  return {
    problems: read.error.issues.map(({ path, message }) => ({
      path: ['settings', ...path].join('.'),
      message: `${path.at(-1)?.toString() ?? 'The settings'}: ${message}.`,
    })),
  };
}

/** The settings of a SAML connection from the metadata of its provider. */
function readMetadata({ metadata, ...common }: z.infer<typeof Metadata>): ReadSettings {
  const imported = importMetadata(metadata);
  return 'problem' in imported
    ? { problems: [{ path: 'settings.metadata', message: imported.problem }] }
    : readSsoSettings('SAML', { ...imported.provider, ...common });
}

/** Whether people can be sent to the provider. */
export const isSetUp = (kind: SsoKind, settings: unknown): boolean => SCHEMAS[kind].safeParse(settings).success;

/** @throws ZodError for a connection that is not set up */
export const samlSettings = (stored: unknown): SamlSettings => Saml.parse(stored);
