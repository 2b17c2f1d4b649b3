import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Networks that no customer's address may lie in. The positive rules below are stricter; this list states the intent. */
const FORBIDDEN_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // The resource provider of Azure: DNS, health probes and the certificates of a machine.
  '168.63.129.16/32',
  // Services of IBM Cloud for its own machines.
  '161.26.0.0/16',
  '166.8.0.0/14',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((range) => ipaddr.IPv4.parseCIDR(range));

/** Only 2000::/3 is public; inside it, transition and documentation networks lead or pretend to lead elsewhere. */
const PUBLIC_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
const FORBIDDEN_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
);

/**
 * Whether an IP address, in its plain form, is one of the public internet.
 * An IPv4 address inside an IPv6 one (::ffff:a.b.c.d) is checked as IPv4. A text that is not a plain address is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') {
    const v4 = ipaddr.IPv4.parse(parsed.toString());
    return v4.range() === 'unicast' && !FORBIDDEN_V4.some((range) => v4.match(range));
  }
  const v6 = ipaddr.IPv6.parse(parsed.toString());
  return v6.match(PUBLIC_V6) && !FORBIDDEN_V6.some((range) => v6.match(range));
}

/**
 * One spelling for a host: lower case, punycode, IPv4 in any notation (2130706433, 0x7f.1, 0177.0.0.1, full-width digits)
 * as dotted decimals, IPv6 without brackets. Null when the text is not a host.
 */
export function canonicalHost(host: string): string | null {
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  const isV6 = bare.includes(':');
  if (bare === '' || /[\s/@?#\\%]/.test(bare) || (isV6 && isIP(bare) !== 6)) return null;
  try {
    const url = new URL(isV6 ? `http://[${bare}]/` : `http://${bare}/`);
    return url.hostname.replace(/^\[|\]$|\.$/g, '') || null;
  } catch {
    return null;
  }
}

/** Whether an administrator allowed this host, or this host and port, although it is private. Entries: "host" or "host:port". */
export function isAllowedPrivate(host: string, port: number, allowed: readonly string[]): boolean {
  return allowed.some((entry) => {
    const match = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(entry.trim());
    const [entryHost, entryPort] = match ? [match[1], match[2]] : [entry, undefined];
    if (entryHost === undefined || canonicalHost(entryHost) !== host) return false;
    return entryPort === undefined || Number(entryPort) === port;
  });
}
