import { authenticate } from '../../key-forms/key-request.ts';
import type { EgressRequest, EgressResponse } from '../../network/egress.ts';
import { sourceFailure } from '../../network/translate-network-error.ts';
import type { ConnectorContext, SourceRequest } from '../../spec.ts';
import type { HttpParameters } from './parameters.ts';

/** The request for a url, with the key in its headers or query. */
async function requestFor(
  url: string,
  parameters: Pick<HttpParameters, 'method' | 'headers' | 'body'>,
  request: SourceRequest,
  context: ConnectorContext,
): Promise<EgressRequest> {
  const { method, headers, body } = parameters;
  const json = body === null ? {} : { 'content-type': 'application/json' };
  const authenticated = await authenticate(url, request.key, context);
  return {
    url: authenticated.url,
    method,
    headers: { accept: '*/*', ...json, ...headers, ...authenticated.headers },
    ...(body === null ? {} : { body }),
    signal: context.signal,
  };
}

/** Sends a request; network failures are translated into errors of the source. */
async function ask(request: EgressRequest, name: string, context: ConnectorContext): Promise<EgressResponse> {
  try {
    return await context.egress.fetch(request);
  } catch (error) {
    throw sourceFailure(error, name);
  }
}

/** Sends a request with the key. One whose access token is rejected is sent once more with another one, if there is any. */
export async function askWithKey(
  url: string,
  parameters: Pick<HttpParameters, 'method' | 'headers' | 'body'>,
  request: SourceRequest,
  context: ConnectorContext,
): Promise<EgressResponse> {
  const send = async (): Promise<EgressResponse> =>
    ask(await requestFor(url, parameters, request, context), request.name, context);
  const answer = await send();
  if (answer.status !== 401 || request.key?.access === undefined) return answer;
  if (!(await request.key.access.renew())) return answer;
  answer.body.destroy();
  return send();
}
