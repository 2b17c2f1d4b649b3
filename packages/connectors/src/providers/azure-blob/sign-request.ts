import { createHmac } from 'node:crypto';

export type SignedRequest = {
  readonly method: string;
  readonly url: URL;
  /** All of the request, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Length of its body in bytes. */
  readonly bytes: number;
};

/** Headers that the signature holds by value alone, in this order. The length of the body stands before `content-md5`. */
const BEFORE_LENGTH = ['content-encoding', 'content-language'];
const AFTER_LENGTH = [
  'content-md5',
  'content-type',
  'date',
  'if-modified-since',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'range',
];

/** The Authorization header of a request by Shared Key, as the Blob service of version 2015-02-21 and later expects it. */
export function authorizationHeader(request: SignedRequest, account: string, accountKey: string): string {
  const signature = createHmac('sha256', Buffer.from(accountKey, 'base64'))
    .update(stringToSign(request, account))
    .digest('base64');
  return `SharedKey ${account}:${signature}`;
}

export function stringToSign({ method, url, headers, bytes }: SignedRequest, account: string): string {
  const headerValue = (name: string): string => headers[name] ?? '';
  const own = Object.keys(headers)
    .filter((name) => name.startsWith('x-ms-'))
    .sort()
    .map((name) => `${name}:${headerValue(name).trim()}\n`);
  const names = [...new Set(url.searchParams.keys())].sort();
  const query = names.map((name) => `\n${name.toLowerCase()}:${url.searchParams.getAll(name).sort().join(',')}`);
  return [
    method,
    ...BEFORE_LENGTH.map(headerValue),
    bytes === 0 ? '' : String(bytes),
    ...AFTER_LENGTH.map(headerValue),
    `${own.join('')}/${account}${url.pathname}${query.join('')}`,
  ].join('\n');
}
