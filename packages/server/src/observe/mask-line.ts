import { maskSecrets, type OAuthClients } from '@switchboard/connectors';
import type { MasterKeySource } from '../settings/master-key-settings.ts';

const MASK = '•••';

/** Patterns of secrets wherever they stand: in an address, a header, or in a provider's token format. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@"\\]*:[^\s/?#@"\\]*@/gi, `$1${MASK}@`],
  [/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${MASK}`],
  [/([?&;](?:[\w-]*(?:token|secret|password|signature|api_?key)|sig|code|key)=)[^&\s"\\]+/gi, `$1${MASK}`],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/gs, MASK],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, MASK],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, MASK],
  [/\bxox[a-z]-[\w-]{10,}/g, MASK],
  [/\bgh[a-z]_\w{20,}/g, MASK],
  [/\bAIza[\w-]{30,}/g, MASK],
];

/** A whole log line without these secrets, in any of their forms, and without what looks like one. */
export function maskLine(line: string, secrets: readonly string[]): string {
  const masked = secrets.length === 0 ? line : maskSecrets(line, secrets);
  return SHAPES.reduce((text, [shape, mask]) => text.replace(shape, mask), masked);
}

/** The secrets that the settings of a process hold. */
export function settingSecrets(settings: {
  readonly databaseUrl: string | null;
  readonly databaseLogins: Readonly<Record<string, string | null>> | null;
  readonly smtpUrl: string | null;
  readonly masterKey: readonly MasterKeySource[] | null;
  readonly metricsToken: string | null;
  readonly oauthClients: OAuthClients;
  readonly tracing: { readonly headers: Readonly<Record<string, string>> };
  readonly audit: { readonly targets: readonly { readonly secrets: Readonly<Record<string, string>> }[] };
}): string[] {
  const passwords = [settings.databaseUrl, ...Object.values(settings.databaseLogins ?? {}), settings.smtpUrl].flatMap(
    (url) => {
      if (url === null || !URL.canParse(url)) return [];
      const { password } = new URL(url);
      return [password, decodePart(password)];
    },
  );
  const keys = (settings.masterKey ?? []).flatMap((key) => (Buffer.isBuffer(key) ? [key.toString('base64')] : []));
  const headers = Object.values(settings.tracing.headers);
  const clients = [...settings.oauthClients.values()].map(({ secret }) => secret);
  const streams = settings.audit.targets.flatMap(({ secrets }) => Object.values(secrets).flatMap(partsOf));
  const all = [...passwords, ...headers, ...keys, settings.metricsToken ?? '', ...clients, ...streams];
  return [...new Set(all)].filter((secret) => secret !== '');
}

/** A secret, and the values of headers that it may consist of. */
const partsOf = (secret: string): string[] => [
  secret,
  ...secret.split('\n').map((line) => line.slice(line.indexOf(':') + 1).trim()),
];

const SECRET_NAME = /SECRET|PASSWORD|TOKEN|CREDENTIAL|_KEY$/;
const SHORTEST = 8;

/** Values of environment variables that are secret by their name, also of those that only a library reads. */
export function environmentSecrets(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) =>
    SECRET_NAME.test(name) && value.length >= SHORTEST ? [value] : [],
  );
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
