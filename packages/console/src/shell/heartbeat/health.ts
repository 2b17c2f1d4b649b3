export type Health = 'ok' | 'maintenance' | 'unreachable';

/** What an answer of /_heartbeat means: "ok" is well, a 503 that says so is maintenance, anything else is not well. */
export function healthOf(status: number, body: string): Health {
  const text = body.trim().toLowerCase();
  if (status === 200 && text === 'ok') return 'ok';
  return status === 503 && text.includes('maintenance') ? 'maintenance' : 'unreachable';
}
