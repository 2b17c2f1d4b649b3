import type { Permission } from '@switchboard/model/permissions';
import type { FastifyRequest } from 'fastify';

export type Person = { readonly id: string; readonly email: string; readonly name: string };

/** The person who asks, in which account, and what they may do there. Read from the database for each request. */
export type Session = {
  readonly person: Person;
  /** The account that the request names, which the person belongs to; null when it names none. */
  readonly accountId: string | null;
  readonly urlName: string | null;
  /**
   * Names to show, never to decide by: presets held in the account and everywhere with those that they imply, then roles that the
   * account defines. Without an account only those held everywhere.
   */
  readonly roles: readonly string[];
  /** Empty means: may do nothing. */
  readonly permissions: ReadonlySet<Permission>;
  /**
   * Permissions held everywhere, by global roles. Administration requires these, whatever account the request names.
   */
  readonly globalPermissions: ReadonlySet<Permission>;
  /** The embedded provider's grant of the person's session; without one when they ask in another way. A secret: never shown. */
  readonly grantId?: string | null;
  /**
   * The account whose provider signed the person in: the session enters no other one. Null or absent for a session of this
   * installation's own sign-in.
   */
  readonly ssoAccountId?: string | null;
  /** The service token by which the person's program asks; null when the person asks. */
  readonly serviceTokenId: string | null;
  /** Whether test runs that it launches may download new files: always for people, for programs if their token was created for it. */
  readonly mayFetchNewDownloads: boolean;
  /** For log lines and masked errors; the client's own when it sent a usable one. */
  readonly requestId: string;
};

/** The spec's identity codes, carried in the first error's extensions and in REST bodies. */
export type IdentityCode = 'EMAIL_NOT_RECOGNIZED' | 'EMAIL_NOT_AUTHORIZED' | 'INVALID_TOKEN';

/**
 * Why a request has no session. 401: no usable token (INVALID_TOKEN), or a person that is unknown or deactivated
 * (EMAIL_NOT_RECOGNIZED). 403 EMAIL_NOT_AUTHORIZED: not a member of the account, which may not even exist.
 */
export class SessionRefused extends Error {
  override readonly name = 'SessionRefused';
  readonly status: 401 | 403;
  readonly code: IdentityCode;

  constructor(status: 401 | 403, code: IdentityCode, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Turns a request's bearer token and `Account-Uri` header into a session.
 * @throws SessionRefused
 */
export type Authenticate = (request: SignedRequest) => Promise<Session>;

/** The parts of a request that identify its sender. */
export type SignedRequest = Pick<FastifyRequest, 'id' | 'headers'>;
