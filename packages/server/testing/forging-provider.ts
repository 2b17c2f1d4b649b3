import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';

/** A forged token: claims in place of the right ones, by the right or another key. */
export type Forgery = {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Partial<JWTHeaderParameters>;
  readonly key?: 'unknown' | 'client secret' | 'none';
  /** Changes to the provider's description. */
  readonly description?: Readonly<Record<string, unknown>>;
};

export type ForgingProvider = {
  readonly issuer: string;
  /** Sets the next answers. */
  forge(forgery: Forgery & { readonly nonce: string; readonly clientId: string; readonly secret: string }): void;
  /** Requests for tokens so far. */
  readonly tokenRequests: readonly URLSearchParams[];
  stop(): Promise<void>;
};

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An OpenID provider whose tokens are wrong in one thing. */
export async function startForgingProvider(): Promise<ForgingProvider> {
  const pair = await generateKeyPair('RS256');
  const other = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const tokenRequests: URLSearchParams[] = [];
  let forgery: Parameters<ForgingProvider['forge']>[0] = { nonce: '', clientId: '', secret: '' };
  const idToken = async (): Promise<string> => {
    const seconds = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: forgery.clientId,
      sub: 'forged',
      nonce: forgery.nonce,
      iat: seconds,
      exp: seconds + 300,
      email: 'forged@acme.example',
      email_verified: true,
      ...forgery.claims,
    };
    const header = { alg: 'RS256', kid: 'one', ...forgery.header };
    if (forgery.key === 'none') return `${encode({ alg: 'none' })}.${encode(claims)}.`;
    const token = new SignJWT(claims);
    if (forgery.key === 'client secret')
      return token.setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(forgery.secret));
    return token.setProtectedHeader(header).sign((forgery.key === 'unknown' ? other : pair).privateKey);
  };
  const answers: Readonly<Record<string, (body: string) => unknown>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      ...forgery.description,
    }),
    '/keys': () => ({ keys: [jwk] }),
    '/token': async (body) => {
      tokenRequests.push(new URLSearchParams(body));
      return { access_token: 'access', token_type: 'Bearer', id_token: await idToken() };
    },
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.setHeader('content-type', 'application/json');
    const answer = await answers[request.url ?? '']?.(Buffer.concat(chunks).toString());
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(JSON.stringify(answer ?? {}));
  };
  const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    tokenRequests,
    forge: (next) => {
      forgery = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
