import { createContext, useContext } from 'react';

export type Health = 'ok' | 'maintenance' | 'unreachable';

/** The health that a response of /_heartbeat reports: 200 with "ok", 503 with "maintenance", otherwise unreachable. */
export function healthOf(status: number, body: string): Health {
  const text = body.trim().toLowerCase();
  if (status === 200 && text === 'ok') return 'ok';
  return status === 503 && text.includes('maintenance') ? 'maintenance' : 'unreachable';
}

/** Contact with the server, as the heartbeat sees it. Times are in milliseconds. */
export type ServerContact = {
  readonly health: Health;
  /** When the first of the current failed heartbeats was answered; null while the server is well. */
  readonly offlineSince: number | null;
  /** Failed heartbeats in a row. */
  readonly missed: number;
  /** The last time that the server was well: the data on the screen are of this time. */
  readonly lastAnswer: number;
};

export function initialContact(now: number): ServerContact {
  return { health: 'ok', offlineSince: null, missed: 0, lastAnswer: now };
}

/** The contact after a heartbeat. */
export function nextContact(contact: ServerContact, health: Health, now: number): ServerContact {
  if (health === 'ok') return initialContact(now);
  return { ...contact, health, offlineSince: contact.offlineSince ?? now, missed: contact.missed + 1 };
}

/**
 * Whether the fallback screen covers the application: at once in maintenance, otherwise after the second failed
 * heartbeat. A single one is shown as a strip only.
 */
export function needsFallbackScreen({ health, missed }: ServerContact): boolean {
  return health === 'maintenance' || (health === 'unreachable' && missed > 1);
}

/** Outside of a heartbeat the server counts as well. */
export const ServerContactContext = createContext<ServerContact>(initialContact(0));

export function useServerContact(): ServerContact {
  return useContext(ServerContactContext);
}
