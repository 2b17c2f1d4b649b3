import type { S3Client } from '@aws-sdk/client-s3';
import type { Egress, EgressMethod } from '../../network/egress.ts';
import { NetworkError } from '../../network/network-error.ts';
import type { S3Access } from './access.ts';

/** The parts of a request that the client hands to whoever sends it. */
type ClientRequest = {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** Tries of one request, the first included, when the server is busy or the connection breaks. */
const ATTEMPTS = 4;

/** Loaded when it is first needed: reading the library takes a fifth of a second. */
export const loadLibrary = (): Promise<typeof import('@aws-sdk/client-s3')> => import('@aws-sdk/client-s3');

/**
 * A client whose every connection goes through the egress. It takes nothing from the environment: no account, region or
 * endpoint but those given. Redirects are refused, since a signature is for one host.
 */
export async function createClient(access: S3Access, egress: Egress): Promise<S3Client> {
  const { S3Client: Client } = await loadLibrary();
  const { accessKeyId, secretAccessKey, session, endpoint, region, pathStyle } = access;
  return new Client({
    endpoint,
    region,
    forcePathStyle: pathStyle,
    // The library asks a session for other credentials before they expire.
    credentials: session ?? { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS,
    retryMode: 'standard',
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    useArnRegion: false,
    defaultsMode: 'standard',
    requestChecksumCalculation: 'WHEN_SUPPORTED',
    responseChecksumValidation: 'WHEN_SUPPORTED',
    requestHandler: {
      metadata: { handlerProtocol: 'http/1.1' },
      handle: async (request: ClientRequest, options?: { readonly abortSignal?: unknown }) => {
        const signal = options?.abortSignal instanceof AbortSignal ? options.abortSignal : new AbortController().signal;
        // `expect` would hold the body back until the server says that it wants it; our sender does not speak it.
        const headers = Object.fromEntries(
          Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== 'expect'),
        );
        const { body } = request;
        const answer = await egress
          .fetch({
            url: urlOf(request),
            method: request.method as EgressMethod,
            headers,
            ...(typeof body === 'string' || body instanceof Uint8Array ? { body } : {}),
            redirects: 'refuse',
            signal,
          })
          .catch(toBeRetried);
        return { response: { statusCode: answer.status, headers: { ...answer.headers }, body: answer.body } };
      },
      updateHttpClientConfig: () => undefined,
      httpHandlerConfigs: () => ({}),
    },
  });
}

/** The library tries again what carries this mark. */
function toBeRetried(error: unknown): never {
  throw error instanceof NetworkError ? Object.assign(error, { $retryable: {} }) : error;
}

function urlOf({ protocol, hostname, port, path, query }: ClientRequest): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one: string | null) =>
      one === null ? encoded(name) : `${encoded(name)}=${encoded(one)}`,
    ),
  );
  const search = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${search}`;
}

/** As signatures spell it: everything but letters, digits and `-_.~`. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
