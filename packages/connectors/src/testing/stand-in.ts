import type { EgressRequest } from '../network/egress.ts';
import type { DeliveryContext } from '../spec.ts';
import { buildContext } from './context.ts';

/** The header in which a stand-in reads the address that was asked for. */
export const ASKED_ADDRESS = 'x-address';

/** A context whose requests go over real sockets to the server at `origin`, whatever host they are for. */
export function standInContext(origin: () => string, overrides: Partial<DeliveryContext> = {}): DeliveryContext {
  const { egress, ...context } = buildContext(overrides);
  const fetch = (request: EgressRequest) => {
    const { pathname, search } = new URL(request.url);
    const headers = { ...request.headers, [ASKED_ADDRESS]: request.url };
    return egress.fetch({ ...request, url: `${origin()}${pathname}${search}`, headers });
  };
  return { ...context, egress: { ...egress, fetch } };
}
