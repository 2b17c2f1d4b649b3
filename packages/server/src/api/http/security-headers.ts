/** The kind of response: data for programs, the console's page, the console's hidden renewal frame, or a server-rendered page. */
export type PageKind = 'data' | 'console' | 'silent-callback' | 'sign-in';

export type HeaderOptions = {
  /** Origin of an external OpenID provider, which the console must reach; null for the embedded one. */
  readonly providerOrigin: string | null;
  /** Whether browsers use https. */
  readonly secure: boolean;
  /** Nonce of the response, for style elements that the console's components add. */
  readonly nonce?: string;
};

const FIXED = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'x-permitted-cross-domain-policies': 'none',
} as const;

/** The security headers of a response. */
export function securityHeaders(kind: PageKind, options: HeaderOptions): Record<string, string> {
  const framed = kind === 'silent-callback';
  return {
    ...FIXED,
    'content-security-policy': policy(kind, options),
    'x-frame-options': framed ? 'SAMEORIGIN' : 'DENY',
    ...(options.secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

function policy(kind: PageKind, { providerOrigin, nonce }: HeaderOptions): string {
  const provider = providerOrigin === null ? '' : ` ${providerOrigin}`;
  const ancestors = kind === 'silent-callback' ? "'self'" : "'none'";
  const closed = ["default-src 'none'", `frame-ancestors ${ancestors}`, "base-uri 'none'"];
  if (kind === 'data') return [...closed, "form-action 'none'"].join('; ');
  if (kind === 'sign-in') {
    return [...closed, "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "form-action 'self'"].join(
      '; ',
    );
  }
  return [
    ...closed,
    "script-src 'self'",
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${provider}`,
    "worker-src 'self' blob:",
    `frame-src 'self'${provider}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ');
}
