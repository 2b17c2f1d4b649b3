import type { EgressRequest, EgressResponse } from '../../egress.ts';
import { sourceFailure } from '../../failures.ts';
import type { ConnectorContext, SourceRequest } from '../../spec.ts';
import { keyHeaders } from './key.ts';
import type { HttpParameters } from './parameters.ts';

/** The request for a url, with the key in its headers. */
export function requestFor(
  url: string,
  parameters: Pick<HttpParameters, 'method' | 'headers' | 'body'>,
  request: SourceRequest,
  context: ConnectorContext,
): EgressRequest {
  const { method, headers, body } = parameters;
  const json = body === null ? {} : { 'content-type': 'application/json' };
  return {
    url,
    method,
    headers: { accept: '*/*', ...json, ...headers, ...keyHeaders(request.key, url) },
    ...(body === null ? {} : { body }),
    signal: context.signal,
  };
}

/** Sends a request; network failures come in the words of a source. */
export async function ask(request: EgressRequest, name: string, context: ConnectorContext): Promise<EgressResponse> {
  try {
    return await context.egress.fetch(request);
  } catch (error) {
    throw sourceFailure(error, name);
  }
}
