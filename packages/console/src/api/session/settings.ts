/** The console's settings, served before sign-in. */
export type ConsoleSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly audience: string;
  /** Whether the server has demo data. */
  readonly demo: boolean;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Reads the settings from a response; null when it is not valid. */
export function readSettings(value: unknown): ConsoleSettings | null {
  if (!isRecord(value)) return null;
  const { issuer, clientId, audience, demo } = value;
  if (typeof issuer !== 'string' || typeof clientId !== 'string' || typeof audience !== 'string') return null;
  return { issuer, clientId, audience, demo: demo === true };
}

/**
 * Fetches the console's settings.
 * @throws Error when the response has no valid settings
 */
export async function fetchSettings(): Promise<ConsoleSettings> {
  const response = await fetch('/console-settings.json');
  const settings = response.ok ? readSettings(await response.json()) : null;
  if (settings === null) throw new Error('The response of /console-settings.json has no valid settings.');
  return settings;
}
