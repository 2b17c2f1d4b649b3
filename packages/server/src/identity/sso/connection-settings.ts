import { z } from 'zod';
import { site } from '../../settings/setting-schemas.ts';

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

const COMMON = {
  /** Whether addresses of the provider count as verified when it does not say so. */
  trusts_email: z.boolean().default(false),
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
  certificates: z.array(z.string().trim().min(1).max(20_000)).min(1).max(MAX_CERTIFICATES),
  ...COMMON,
});

export type OidcSettings = z.infer<typeof Oidc>;
export type SamlSettings = z.infer<typeof Saml>;

export const oidcSettings = (stored: unknown): OidcSettings => Oidc.parse(stored);

const SCHEMAS = { OIDC: Oidc, SAML: Saml } as const;

/** One thing that is wrong with a connection. */
export type SsoProblem = { readonly path: string; readonly message: string };

/** The settings of a connection of this kind, or everything that is wrong with them. */
export function readSsoSettings(
  kind: SsoKind,
  given: unknown,
): { readonly settings: OidcSettings | SamlSettings } | { readonly problems: readonly SsoProblem[] } {
  const read = SCHEMAS[kind].safeParse(given);
  if (read.success) return { settings: read.data };
  return {
    problems: read.error.issues.map(({ path, message }) => ({
      path: ['settings', ...path].join('.'),
      message: `${path.at(-1)?.toString() ?? 'The settings'}: ${message}.`,
    })),
  };
}
