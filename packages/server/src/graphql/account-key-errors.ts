import { AccountKeyError } from '../identity/account-keys/account-keys.ts';
import { badRequest } from './request-error.ts';

/** Shows the person why the key of the account does not open what the work needs. */
export function showAccountKeyErrors<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw error instanceof AccountKeyError ? badRequest(error.message) : error;
  });
}
