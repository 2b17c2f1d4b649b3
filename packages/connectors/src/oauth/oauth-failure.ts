import type { OAuthProblem } from '@switchboard/model/key-types/oauth-providers';

/** Why a provider gave no tokens. Holds neither tokens nor codes. */
export class OAuthFailure extends Error {
  override readonly name = 'OAuthFailure';
  readonly problem: Extract<
    OAuthProblem,
    'denied' | 'provider' | 'rejected' | 'rotating' | 'client' | 'timeout' | 'unreachable'
  >;
  /** The delay that the provider requested, in seconds. */
  readonly retryAfter: number | undefined;

  constructor(problem: OAuthFailure['problem'], detail: string, retryAfter?: number) {
    super(detail);
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}
