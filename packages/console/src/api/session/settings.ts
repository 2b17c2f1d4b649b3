/** What the server tells the console before anybody is signed in. */
export type ConsoleSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly audience: string;
  /** The server runs with demo data. */
  readonly demo: boolean;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The settings in an answer of the server; null when it is none. */
export function readSettings(value: unknown): ConsoleSettings | null {
  if (!isRecord(value)) return null;
  const { issuer, clientId, audience, demo } = value;
  if (typeof issuer !== 'string' || typeof clientId !== 'string' || typeof audience !== 'string') return null;
  return { issuer, clientId, audience, demo: demo === true };
}

/** @throws Error when the server does not answer with settings */
export async function fetchSettings(): Promise<ConsoleSettings> {
  const response = await fetch('/console-settings.json');
  const settings = response.ok ? readSettings(await response.json()) : null;
  if (settings === null) throw new Error('The server sent no settings for the console.');
  return settings;
}
