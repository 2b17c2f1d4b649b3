import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const USABLE = /^[A-Za-z0-9._-]{8,128}$/;

/** The client's Request-ID if it is valid, so that both sides' logs can be correlated; otherwise a new one. */
export function requestIdOf(headers: IncomingHttpHeaders, fresh: () => string = randomUUID): string {
  const given = headers['request-id'];
  return typeof given === 'string' && USABLE.test(given) ? given : fresh();
}
