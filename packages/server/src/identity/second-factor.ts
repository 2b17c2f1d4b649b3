/** Authentication method reference of a sign-in with two factors (RFC 8176). */
export const MFA = 'mfa';

/** Whether the methods of a sign-in, an `amr`, have a second factor. Anything but a list of methods has none. */
export const usedSecondFactor = (amr: unknown): boolean => Array.isArray(amr) && amr.includes(MFA);

/** Authentication context classes of several factors: those of OpenID, which Auth0 has, of REFEDS and of Okta. */
const MULTI_FACTOR_CLASSES: readonly unknown[] = [
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
  'urn:okta:loa:2fa:any',
];

/** Whether the class of a sign-in, an `acr`, has a second factor. */
export const vouchesForSecondFactor = (acr: unknown): boolean => MULTI_FACTOR_CLASSES.includes(acr);
