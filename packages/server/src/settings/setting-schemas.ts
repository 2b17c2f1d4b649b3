import { z } from 'zod';

/** A whole number within these bounds. */
export const number = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= low && value <= high, `must be between ${low} and ${high}`);

/** An address of one of these protocols. */
export const address = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol.slice(0, -1)), {
    message: `must be an address that starts with ${protocols.map((name) => `${name}:`).join(' or ')}`,
  });

/** An HTTP address without a path. */
export const origin = address('http', 'https').refine(
  (text) => URL.canParse(text) && new URL(text).pathname === '/' && !/[?#]/.test(text),
  {
    message: 'must have no path',
  },
);

/** Texts that are separated by commas. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
