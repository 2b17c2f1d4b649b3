/** Limits of requests from directories. */
export const LIMITS = {
  /** Users on a page. */
  pageSize: 200,
  /** Groups that a directory adds to an account. */
  groups: 500,
  /** Members of a group that one request changes. */
  changedMembers: 500,
  /** Operations of a bulk request. */
  bulkOperations: 100,
  /** Bytes of a body. */
  body: 262_144,
  /** Requests of one token. */
  requests: { burst: 300, perMinute: 1_500 },
  /** Seconds after which a refused request may be repeated. */
  retryAfter: 1,
} as const;
