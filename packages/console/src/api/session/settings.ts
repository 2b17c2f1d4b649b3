/** The addresses of the OpenID provider that is part of the server. */
export type ProviderEndpoints = {
  readonly authorization: string;
  readonly token: string;
  readonly endSession: string;
};

/** The console's settings, served before sign-in. */
export type ConsoleSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly audience: string;
  /** Where the provider answers; null when its discovery document must say so. */
  readonly endpoints: ProviderEndpoints | null;
  /** Whether the server has demo data. */
  readonly demo: boolean;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Reads the settings from a response; null when it is not valid. */
export function readSettings(value: unknown): ConsoleSettings | null {
  if (!isRecord(value)) return null;
  const { issuer, clientId, audience, endpoints, demo } = value;
  if (typeof issuer !== 'string' || typeof clientId !== 'string' || typeof audience !== 'string') return null;
  return { issuer, clientId, audience, endpoints: readEndpoints(endpoints), demo: demo === true };
}

function readEndpoints(value: unknown): ProviderEndpoints | null {
  if (!isRecord(value)) return null;
  const { authorization, token, endSession } = value;
  if (typeof authorization !== 'string' || typeof token !== 'string' || typeof endSession !== 'string') return null;
  return { authorization, token, endSession };
}

/** The settings that the server has written into the page; null under the development server, which does not. */
function readPageSettings(page: Document): ConsoleSettings | null {
  const text = page.querySelector<HTMLMetaElement>('meta[name="console-settings"]')?.content ?? '';
  return text.startsWith('{') ? readSettings(JSON.parse(text)) : null;
}

/** Whether the server has demo data, as its page says. */
export const hasDemoData = (page: Document = document): boolean => readPageSettings(page)?.demo === true;

/**
 * The console's settings: from the page, or else by a request.
 * @throws Error when the response has no valid settings
 */
export async function fetchSettings(page: Document = document): Promise<ConsoleSettings> {
  const known = readPageSettings(page);
  if (known !== null) return known;
  const response = await fetch('/console-settings.json');
  const settings = response.ok ? readSettings(await response.json()) : null;
  if (settings === null) throw new Error('The response of /console-settings.json has no valid settings.');
  return settings;
}
