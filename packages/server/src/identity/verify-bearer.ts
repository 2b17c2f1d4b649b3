import { errorText } from '@switchboard/model/errors/errors';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JWK,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { z } from 'zod';
import { usedSecondFactor, vouchesForSecondFactor } from './second-factor.ts';
import { SessionRefused } from './session.ts';
import { CLOCK_TOLERANCE } from './token-times.ts';

/** Claims of a valid token about its bearer. */
export type TokenClaims = {
  readonly issuer: string;
  readonly subject: string;
  /** The embedded provider's grant, which must still exist; null with another provider. */
  readonly grantId: string | null;
  /** Only when the provider itself vouches for it. */
  readonly verifiedEmail: string | null;
  /** Whether the sign-in had a second factor. */
  readonly hasSecondFactor: boolean;
};

export type VerifyBearer = (authorization: string | undefined) => Promise<TokenClaims>;

const BEARER = /^Bearer ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/i;
const MAX_LENGTH = 8_192;

export const invalidToken = (): SessionRefused => new SessionRefused(401, 'INVALID_TOKEN', errorText('INVALID_TOKEN'));

export type VerifierOptions = {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: JWTVerifyGetKey;
  readonly algorithms: readonly string[];
  /** The embedded provider marks access tokens as such, so that an ID token cannot stand in for one. */
  readonly typ?: string;
  readonly grantRequired: boolean;
  /** Whether a token must come from a sign-in with a second factor. */
  readonly secondFactorRequired: boolean;
};

/** Checks `Authorization` headers. Anything but one valid bearer token is refused with INVALID_TOKEN. */
export function createVerifier(options: VerifierOptions): VerifyBearer {
  return async (authorization) => {
    const token =
      authorization !== undefined && authorization.length <= MAX_LENGTH ? BEARER.exec(authorization)?.[1] : undefined;
    if (token === undefined) throw invalidToken();
    const payload = await verified(token, options);
    const grantId = typeof payload['gid'] === 'string' ? payload['gid'] : null;
    if (payload.sub === undefined || payload.sub === '' || (options.grantRequired && grantId === null))
      throw invalidToken();
    const hasSecondFactor = usedSecondFactor(payload['amr']) || vouchesForSecondFactor(payload['acr']);
    if (options.secondFactorRequired && !hasSecondFactor) throw invalidToken();
    const vouched = payload['email_verified'] === true && typeof payload['email'] === 'string';
    return {
      issuer: options.issuer,
      subject: payload.sub,
      grantId: options.grantRequired ? grantId : null,
      verifiedEmail: vouched ? String(payload['email']) : null,
      hasSecondFactor,
    };
  };
}

async function verified(token: string, options: VerifierOptions): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, options.keys, {
      issuer: options.issuer,
      audience: options.audience,
      algorithms: [...options.algorithms],
      clockTolerance: CLOCK_TOLERANCE,
      requiredClaims: ['exp', 'iat', 'sub'],
      ...(options.typ === undefined ? {} : { typ: options.typ }),
    });
    return payload;
  } catch (error) {
    // An issuer that cannot be reached is not the bearer's fault.
    if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw error;
    throw invalidToken();
  }
}

/** For tokens of the embedded provider. `keys` gives its private keys, of which only the public part is used. */
export function createEmbeddedVerifier(
  { issuer, audience, secondFactorRequired }: Pick<VerifierOptions, 'issuer' | 'audience' | 'secondFactorRequired'>,
  keys: () => Promise<readonly JWK[]>,
): VerifyBearer {
  const setOf = (ofTokens: readonly JWK[]): JWTVerifyGetKey =>
    createLocalJWKSet({ keys: ofTokens.map(({ d: _, ...publicKey }) => publicKey) });
  let known: { readonly keys: readonly JWK[]; readonly set: JWTVerifyGetKey } | null = null;
  return createVerifier({
    issuer,
    audience,
    keys: async (header, token) => {
      const current = await keys();
      if (known?.keys !== current) known = { keys: current, set: setOf(current) };
      return known.set(header, token);
    },
    algorithms: ['ES256'],
    typ: 'at+jwt',
    grantRequired: true,
    secondFactorRequired,
  });
}

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });

/** For tokens of another provider, whose keys are found by discovery at the first request and fetched again when unknown. */
export function createExternalVerifier(
  issuer: string,
  { audience, secondFactorRequired }: Pick<VerifierOptions, 'audience' | 'secondFactorRequired'>,
): VerifyBearer {
  let verifier: Promise<VerifyBearer> | undefined;
  const discover = async (): Promise<VerifyBearer> => {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(10_000), redirect: 'error' });
    const found = Discovery.parse(await answer.json());
    if (found.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) throw new Error(`${url} is of another issuer.`);
    const keys = createRemoteJWKSet(new URL(found.jwks_uri), { cooldownDuration: 30_000, timeoutDuration: 5_000 });
    return createVerifier({
      issuer: found.issuer,
      audience,
      keys,
      algorithms: ['ES256', 'RS256'],
      grantRequired: false,
      secondFactorRequired,
    });
  };
  return async (authorization) => {
    verifier ??= discover().catch((error: unknown) => {
      verifier = undefined;
      throw error;
    });
    return (await verifier)(authorization);
  };
}
