import { z } from 'zod';
import type { MasterKey } from './master-key.ts';
import { list } from './setting-schemas.ts';

const one = z
  .base64('must be Base64')
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32, 'must be the Base64 of exactly 32 bytes')
  .refine((key) => new Set(key).size > 8, 'must be random');

/** Keys separated by commas, the sealing one first. */
export const masterKeys = list.pipe(
  z
    .array(one)
    .min(1, 'must name a key')
    .transform((keys) => keys as readonly Buffer[] as Exclude<MasterKey, Buffer>),
);
