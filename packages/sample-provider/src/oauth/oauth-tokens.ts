import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { OAuthFault } from './oauth-faults.ts';

/** A person's consent. */
export type Grant = {
  readonly id: string;
  /** The account of the reports. */
  readonly account: string;
  readonly fault: OAuthFault | null;
};

type GrantState = { generation: number; isRevoked: boolean; refreshes: number };

const SIGNING_KEY = 'The sample provider keeps no secrets.';
/** Seconds by which the clock of `early-expiry` is ahead. */
const AHEAD_SECONDS = 86_400;

/**
 * Access and refresh tokens. They carry what they stand for, so that a provider that was started again still knows them; what
 * was revoked or replaced is remembered until then.
 */
export function createOAuthTokens(now: () => number, accessSeconds: number) {
  const grants = new Map<string, GrantState>();
  const isValid = (grant: Grant & { ends: number }): boolean => {
    const ahead = grant.fault === 'early-expiry' && stateOf(grant).refreshes === 0 ? AHEAD_SECONDS : 0;
    return !stateOf(grant).isRevoked && now() + ahead * 1000 < grant.ends;
  };
  const stateOf = (grant: Grant, generation = 0): GrantState => {
    const known = grants.get(grant.id) ?? { generation, isRevoked: false, refreshes: 0 };
    grants.set(grant.id, known);
    return known;
  };
  return {
    accessToken: (grant: Grant): string =>
      write('access', { ...grant, ends: now() + accessSeconds * 1000, nonce: randomUUID() }),
    refreshToken: (grant: Grant): string => write('refresh', { ...grant, generation: stateOf(grant).generation }),
    /** The account whose reports an access token shows; undefined for a token that is not valid. */
    accountOf(token: string): string | undefined {
      const grant = read<Grant & { ends: number }>('access', token);
      return grant !== null && isValid(grant) ? grant.account : undefined;
    },
    /** The same access for longer; null for a token that is not valid. */
    prolong(token: string, seconds: number): string | null {
      const grant = read<Grant & { ends: number }>('access', token);
      if (grant === null || !isValid(grant)) return null;
      return write('access', { ...grant, ends: now() + seconds * 1000, nonce: randomUUID() });
    },
    /** The grant of a refresh token, which is replaced. A token that was replaced before revokes the grant. */
    takeRefreshToken(token: string): { readonly grant: Grant; readonly refreshes: number } | null {
      const content = read<Grant & { generation: number }>('refresh', token);
      if (content === null) return null;
      const { generation, ...grant } = content;
      const state = stateOf(grant, generation);
      if (generation !== state.generation) state.isRevoked = true;
      if (state.isRevoked) return null;
      state.refreshes += 1;
      return { grant, refreshes: state.refreshes };
    },
    rotate(grant: Grant): void {
      stateOf(grant).generation += 1;
    },
    revoke(token: string): void {
      const grant = read<Grant>('refresh', token) ?? read<Grant>('access', token);
      if (grant !== null) stateOf(grant).isRevoked = true;
    },
    revokeAll(): void {
      for (const state of grants.values()) state.isRevoked = true;
    },
  };
}

function sign(kind: string, body: string): string {
  return createHmac('sha256', SIGNING_KEY).update(`${kind} ${body}`).digest('base64url');
}

function write(kind: string, content: object): string {
  const body = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${kind}.${body}.${sign(kind, body)}`;
}

function read<Content>(kind: string, token: string): Content | null {
  const [name, body = '', signature = ''] = token.split('.');
  const expected = Buffer.from(sign(kind, body));
  const given = Buffer.from(signature);
  if (name !== kind || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Content;
}
