import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';

const ISSUER = 'Switchboard';
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Steps before and after the current one of which a code is accepted, for clocks that differ. */
const WINDOW = 1;

/** Creates a TOTP with the defaults of authenticator apps (RFC 6238). */
const totpOf = (secret: Secret, label: string): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });

export const newTotpSecret = (): Buffer => Buffer.from(new Secret({ size: SECRET_BYTES }).bytes);

const secretOf = (bytes: Buffer): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/** The secret as people type it: Base32. */
export const totpText = (secret: Buffer): string => secretOf(secret).base32;

/** The address that a QR code carries to an authenticator app. */
export const totpAddress = (secret: Buffer, email: string): string => totpOf(secretOf(secret), email).toString();

/**
 * The step of 30 seconds whose code this is; null when it is the code of no step close to `now`.
 * @param now epoch milliseconds
 */
export function matchingStep(secret: Buffer, code: string, now: number): number | null {
  const totp = totpOf(secretOf(secret), '');
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

/** A QR code as the path of an SVG image of `size` by `size` units. */
export type QrCode = { readonly size: number; readonly path: string };

export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: cells.join('') };
}
