import { BlockList, isIP } from 'node:net';
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

/** Names of hosts that no public network resolves (RFC 6761, RFC 6762, RFC 9476). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa|test|example|invalid)$|^[^.]+$/;

/** Networks of one machine or one organisation. */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  PRIVATE.addSubnet(network, bits);
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');

/** An HTTP address, which is encrypted unless its host lies on this machine or in a private network. */
export const site = address('http', 'https').refine((text) => !isPublicInClear(text), {
  message: 'must start with https:, because its host is not in a private network',
});

function isPublicInClear(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'http:') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  return family === 0 ? !PRIVATE_NAME.test(host) : !PRIVATE.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/** An HTTP address without a path. */
export const origin = site.refine(
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

/** Whether a text is an IP address, or a network as an address and the number of its fixed bits. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
