/**
 * The kind of response: data for programs, a file of the console, one that is a document or a worker, the console's page, the
 * console's page in a window that comes back from another site, the console's hidden renewal frame, or a server-rendered page.
 */
export type PageKind = 'data' | 'asset' | 'active-asset' | 'console' | 'popup' | 'silent-callback' | 'sign-in';

export type HeaderOptions = {
  /** Origin of an external OpenID provider, which the console must reach; null for the embedded one. */
  readonly providerOrigin: string | null;
  /** Whether browsers use https. */
  readonly secure: boolean;
  /** Nonce of the response, for style elements that the console's components add. */
  readonly nonce?: string;
};

const COMMON = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Browsers read these of pages only. */
const OF_PAGES = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-permitted-cross-domain-policies': 'none',
} as const;

/** For a file of the console, which is not a page of its own. */
const ASSET: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** For a picture that may be opened by itself, and the script of a worker, whose policy this then is. */
const ACTIVE_ASSET: Readonly<Record<string, string>> = {
  ...ASSET,
  'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
};
/** Each header of a plain script, style sheet or font counts towards the first load. */
const PLAIN_ASSET = /^\/(?:assets\/(?!.*worker)[\w.-]+\.(?:css|js|woff2)|color-scheme\.js)$/i;

/** The console's files outside /assets: the icons, and the script that sets the colour scheme. */
const ROOT_FILE = /^\/[\w-]+\.(?:js|svg)$/;

/** The pages with which a sign-in at a provider ends, in a window that the console has opened. */
const POPUPS = new Set(['/oauthsuccess', '/oauthinvalid']);

/** The kind of the response to a request for this path. */
export function pageKindOf(path: string): PageKind {
  if (/^\/(api\/|(?:_heartbeat|live|ready|metrics)$)/.test(path)) return 'data';
  if (PLAIN_ASSET.test(path)) return 'asset';
  if (path.startsWith('/assets/') || ROOT_FILE.test(path)) return 'active-asset';
  if (POPUPS.has(path)) return 'popup';
  return /^\/(sign-in|oidc)\//.test(path) ? 'sign-in' : 'console';
}

/** The security headers of a response. */
export function securityHeaders(kind: PageKind, options: HeaderOptions): Record<string, string> {
  // Rules for pages would only make each of the console's files larger.
  const transport = options.secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {};
  if (kind === 'asset') return { ...ASSET, ...transport };
  if (kind === 'active-asset') return { ...ACTIVE_ASSET, ...transport };
  const framed = kind === 'silent-callback';
  return {
    ...COMMON,
    ...(kind !== 'data' && OF_PAGES),
    // A stricter policy would clear `window.opener`; the popup posts its result there.
    ...(kind === 'popup' && { 'cross-origin-opener-policy': 'unsafe-none' }),
    'content-security-policy': policy(kind, options),
    'x-frame-options': framed ? 'SAMEORIGIN' : 'DENY',
    ...transport,
  };
}

/** Names under which the console and its editor make markup and addresses of scripts: its own policies, and those of Monaco. */
const MARKUP_POLICIES = [
  'default',
  'inert',
  'dompurify',
  'defaultWorkerFactory',
  'diffEditorWidget',
  'diffReview',
  'domLineBreaksComputer',
  'editorGhostText',
  'editorViewLayer',
  'richScreenReaderContent',
  'standaloneColorizer',
  'tokenizeToString',
] as const;

function policy(kind: Exclude<PageKind, 'asset' | 'active-asset'>, { providerOrigin, nonce }: HeaderOptions): string {
  const provider = providerOrigin === null ? '' : ` ${providerOrigin}`;
  const ancestors = kind === 'silent-callback' ? "'self'" : "'none'";
  const closed = ["default-src 'none'", `frame-ancestors ${ancestors}`, "base-uri 'none'"];
  // A document that a browser makes of data runs nothing and sends nothing.
  if (kind === 'data') return "default-src 'none'; frame-ancestors 'none'; sandbox";
  if (kind === 'sign-in') {
    return [
      ...closed,
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self' data:",
      "form-action 'self'",
    ].join('; ');
  }
  return [
    ...closed,
    "script-src 'self'",
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    // The editor places its lines by style attributes in the HTML that it writes. Style elements stay refused.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${provider}`,
    "worker-src 'self' blob:",
    `frame-src 'self'${provider}`,
    "form-action 'self'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${MARKUP_POLICIES.join(' ')} 'allow-duplicates'`,
  ].join('; ');
}
