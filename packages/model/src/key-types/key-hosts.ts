import type { KeyField, KeyType } from './key-type.ts';

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
/** A last label that begins with a letter: no wildcard can stand for addresses. */
const TOP_LABEL = '[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const NAME = `(?:${LABEL}\\.)*${LABEL}|\\*\\.(?:${LABEL}\\.)+${TOP_LABEL}|\\[[0-9A-Fa-f:.]{2,45}\\]`;
const HOST = `(?:${NAME})(?::[0-9]{1,5})?`;

/** Source of a regular expression over a list of hosts. */
export const KEY_HOSTS_PATTERN = `${HOST}(?:(?:\\s*,\\s*|\\s+)${HOST})*`;

const DEFAULT_PORT = '443';

/** The parts of an address that name its host, as the URL standard spells them. */
type Address = { readonly protocol: string; readonly hostname: string; readonly port: string };

/** The host of an address as a list of hosts names it: with its port, unless that is 443. */
export function keyHostOf({ protocol, hostname, port }: Address): string {
  const actual = port === '' && protocol === 'http:' ? '80' : port;
  return actual === '' || actual === DEFAULT_PORT ? hostname : `${hostname}:${actual}`;
}

/** The hosts of a list, in lower case and without the port 443. */
export function readKeyHosts(list: string): readonly string[] {
  return list
    .toLowerCase()
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
    .map((entry) => entry.replace(/:0*443$/, ''));
}

/** Whether a list of hosts names that of an address. `*.example.com` stands for every host below example.com. */
export function isKeyHost(hosts: readonly string[], url: Address): boolean {
  const host = keyHostOf(url);
  return hosts.some((entry) => (entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : entry === host));
}

/** The field that lists the only hosts that may receive a key, of a type whose hosts are not fixed. */
export const hostsFieldOf = (type: KeyType): KeyField | undefined => type.fields.find(({ isHostList }) => isHostList);
