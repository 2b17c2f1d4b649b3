import { isIPv4, isIPv6 } from 'node:net';

/** Groups of an IPv6 address that a provider gives to one customer. */
const SITE_GROUPS = 4;

/**
 * The network that an address is limited as: the address itself for IPv4, also when mapped into IPv6; the first 64 bits for
 * IPv6, of which one customer has all addresses.
 */
export function networkOf(address: string): string {
  const text = address.split('%', 1)[0] ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (!isIPv6(text)) return text;
  return `${groupsOf(text).slice(0, SITE_GROUPS).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): readonly string[] {
  // The URL parser writes each address in one way.
  const shortened = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = shortened.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after];
}
