/** Authentication method reference of a sign-in with two factors (RFC 8176). */
export const MFA = 'mfa';

/** Whether the methods of a sign-in, an `amr`, have a second factor. Anything but a list of methods has none. */
export const usedSecondFactor = (amr: unknown): boolean => Array.isArray(amr) && amr.includes(MFA);
