import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { MasterKey } from '../../settings/master-key.ts';
import { readCookie, writeCookie } from '../cookies.ts';
import { seal, unseal } from '../seal.ts';
import { comparedName, keyHash } from './lockout.ts';

/** A browser in which people have signed in completely. Failures elsewhere do not keep it from signing them in. */
export type KnownDevice = {
  readonly id: string;
  /** Hashes of the people's names, the latest first. */
  readonly names: readonly string[];
};

const Content = z.object({ id: z.string(), names: z.array(z.string()), until: z.number() });
/** Seconds; browsers keep no cookie longer. Each sign-in begins them again. */
const LIFE = 400 * 86_400;
const MAX_PEOPLE = 8;
const MAX_LENGTH = 2_000;
const PURPOSE = 'known device';
const NAME = 'switchboard_device';

export type DeviceOptions = {
  readonly masterKey: MasterKey;
  /** Origin at which browsers reach the program. */
  readonly publicUrl: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

const nameHash = (email: string): string => keyHash(['device', comparedName(email)]).toString('base64url');

/** The device that a request comes from; null when its cookie is missing, forged or expired. */
export function deviceOf(
  { masterKey, publicUrl, now }: DeviceOptions,
  cookies: string | undefined,
): KnownDevice | null {
  const text = readCookie(cookies, NAME, publicUrl);
  if (text === null || text.length > MAX_LENGTH) return null;
  const opened = unseal(masterKey, Buffer.from(text, 'base64url'), PURPOSE);
  const content = opened === null ? null : Content.parse(JSON.parse(opened.toString()));
  return content !== null && content.until > now() ? { id: content.id, names: content.names } : null;
}

/** Whether this person has signed in by the device before. */
export const isKnown = (device: KnownDevice | null, email: string): device is KnownDevice =>
  device?.names.includes(nameHash(email)) ?? false;

/** The cookie that makes a device known for one more person, as a header. */
export function deviceCookie(
  { masterKey, publicUrl, now }: DeviceOptions,
  device: KnownDevice | null,
  email: string,
): string {
  const own = nameHash(email);
  const names = [own, ...(device?.names ?? []).filter((name) => name !== own)].slice(0, MAX_PEOPLE);
  const content = { id: device?.id ?? randomUUID(), names, until: now() + LIFE * 1000 };
  const value = seal(masterKey, Buffer.from(JSON.stringify(content)), PURPOSE).toString('base64url');
  return writeCookie(NAME, value, { publicUrl, maxAge: LIFE });
}
