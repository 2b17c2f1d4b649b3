import { createHmac } from 'node:crypto';

export type Account = { readonly name: string; readonly key: string };

/** The version whose strings to sign these are. */
const VERSION = '2018-11-09';
const sign = (account: Account, lines: readonly string[]): string =>
  createHmac('sha256', Buffer.from(account.key, 'base64')).update(lines.join('\n')).digest('base64');

/** Fields of a token by the names of the query, the signature left out. */
export type SasFields = Readonly<Record<string, string>>;

/** Signature of a shared access signature: of one container where the fields say `sr=c`, of an account else. */
export function sasSignature(account: Account, fields: SasFields, container = ''): string {
  const fieldValue = (name: string): string => fields[name] ?? '';
  if (fields['sr'] === undefined) {
    const signed = ['sp', 'ss', 'srt', 'st', 'se', 'sip', 'spr', 'sv'].map(fieldValue);
    return sign(account, [account.name, ...signed, '']);
  }
  const resource = `/blob/${account.name}/${container}`;
  const responses = ['rscc', 'rscd', 'rsce', 'rscl', 'rsct'].map(fieldValue);
  const signed = ['si', 'sip', 'spr', 'sv', 'sr'].map(fieldValue);
  return sign(account, [fieldValue('sp'), fieldValue('st'), fieldValue('se'), resource, ...signed, '', ...responses]);
}

const tokenOf = (account: Account, fields: SasFields, container?: string): string =>
  new URLSearchParams({ ...fields, sig: sasSignature(account, fields, container) }).toString();

/** A token of a whole account. `srt`: s for the service, c for containers, o for blobs. */
export const accountToken = (account: Account, change: SasFields = {}): string =>
  tokenOf(account, { sv: VERSION, ss: 'b', srt: 'sco', sp: 'rwdlc', se: '2099-01-01T00:00:00Z', ...change });

/** A token of one container. */
export const containerToken = (account: Account, container: string, change: SasFields = {}): string =>
  tokenOf(account, { sv: VERSION, sr: 'c', sp: 'rwl', se: '2099-01-01T00:00:00Z', ...change }, container);
