const LOCAL_PART = /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*$/;
const MAX_LOCAL_PART = 64;
const MAX_ADDRESS = 254;
const MAX_PATH = 500;

/** An address as it is stored: without spaces around it, in lower case. */
export const mailAddress = (typed: string): string => typed.trim().toLowerCase();

/**
 * Validates the address of a mail recipient; null when it is valid.
 * @param domain what addresses end with, after the @
 */
export function recipientProblem(typed: string, domain: string): string | null {
  const address = mailAddress(typed);
  if (address === '') return 'Email is required';
  const [local = '', ...rest] = address.split('@');
  if (rest.join('@') !== domain) return `The domain must be @${domain}`;
  const isValid = LOCAL_PART.test(local) && local.length <= MAX_LOCAL_PART && address.length <= MAX_ADDRESS;
  return isValid ? null : 'The email is invalid';
}

/**
 * Whether a path is valid as the key of an object in S3: steps of characters that are safe there, separated by single slashes,
 * none of them . or ..
 */
export const isStoragePath = (path: string): boolean =>
  path.length <= MAX_PATH &&
  path.split('/').every((step) => /^[\w!.*'()=-]+$/.test(step) && step !== '.' && step !== '..');

export const INVALID_STORAGE_PATH = 'The path must be an S3 valid path.';
