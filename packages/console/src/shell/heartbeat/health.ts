export type Health = 'ok' | 'maintenance' | 'unreachable';

/** The health that a response of /_heartbeat reports: 200 with "ok", 503 with "maintenance", otherwise unreachable. */
export function healthOf(status: number, body: string): Health {
  const text = body.trim().toLowerCase();
  if (status === 200 && text === 'ok') return 'ok';
  return status === 503 && text.includes('maintenance') ? 'maintenance' : 'unreachable';
}
