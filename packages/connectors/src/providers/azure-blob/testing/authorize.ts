import { createHmac } from 'node:crypto';
import type { AzureReply, AzureRequest } from './exchange.ts';
import { type Account, sasSignature } from './sas.ts';
import { azureError } from './xml.ts';

const MAX_SKEW_MS = 15 * 60_000;
const FAILED =
  'Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly including the signature.';
const failed = (detail: string): AzureReply => azureError(403, 'AuthenticationFailed', FAILED, {}, detail);
const denied = (code: string, message: string): AzureReply => azureError(403, code, message);

/** Why the service does not let a request pass; null where it does. `now`: epoch milliseconds. */
export function authorize(request: AzureRequest, account: Account, now: number): AzureReply | null {
  if (request.url.searchParams.has('sig')) return checkToken(request, account, now);
  const { authorization, 'x-ms-date': date } = request.headers;
  if (authorization === undefined)
    return azureError(401, 'NoAuthenticationInformation', 'Server failed to authenticate the request.');
  if (Math.abs(Date.parse(String(date)) - now) > MAX_SKEW_MS)
    return failed(`Request date header too old: '${String(date)}'`);
  const expected = createHmac('sha256', Buffer.from(account.key, 'base64'))
    .update(stringToSign(request, account.name))
    .digest('base64');
  return authorization === `SharedKey ${account.name}:${expected}`
    ? null
    : failed(
        `The MAC signature found in the HTTP request '${authorization}' is not the same as any computed signature.`,
      );
}

/** As the documentation of Shared Key describes it, from the raw request. */
function stringToSign({ method, url, headers, body }: AzureRequest, account: string): string {
  const text = (name: string): string => String(headers[name] ?? '');
  const query = [...url.searchParams].map(([name, value]) => `${name.toLowerCase()}:${value}`).sort();
  const canonical = Object.keys(headers).filter((name) => name.startsWith('x-ms-'));
  return `${method}
${text('content-encoding')}
${text('content-language')}
${body.length === 0 ? '' : body.length}
${text('content-md5')}
${text('content-type')}

${text('if-modified-since')}
${text('if-match')}
${text('if-none-match')}
${text('if-unmodified-since')}
${text('range')}
${canonical
  .sort()
  .map((name) => `${name}:${text(name)}`)
  .join('\n')}
${[`/${account}${url.pathname}`, ...query].join('\n')}`;
}

function checkToken({ method, url }: AzureRequest, account: Account, now: number): AzureReply | null {
  const fields = Object.fromEntries(url.searchParams);
  const [, , container = '', blob] = /^\/([^/]+)(?:\/([^/]*))?(?:\/(.+))?$/.exec(url.pathname) ?? [];
  if (fields['sr'] !== undefined && container === '') return failed('Signature did not match.');
  if (sasSignature(account, fields, container) !== fields['sig'])
    return failed(`Signature did not match. String to sign used was ${fields['sp'] ?? ''}`);
  if (Date.parse(fields['se'] ?? '') < now)
    return failed(`Signature not valid in the specified time frame: Expiry [${fields['se'] ?? ''}]`);
  const type = container === '' ? 's' : blob === undefined ? 'c' : 'o';
  if (fields['srt'] !== undefined && !fields['srt'].includes(type))
    return denied(
      'AuthorizationResourceTypeMismatch',
      'This request is not authorized to perform this operation using this resource type.',
    );
  const isList = url.searchParams.get('comp') === 'list';
  const needed = isList ? 'l' : method === 'GET' || method === 'HEAD' ? 'r' : method === 'DELETE' ? 'd' : 'w';
  return fields['sp']?.includes(needed) === true
    ? null
    : denied(
        'AuthorizationPermissionMismatch',
        'This request is not authorized to perform this operation using this permission.',
      );
}
