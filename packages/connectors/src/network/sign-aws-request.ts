import { createHash, createHmac } from 'node:crypto';

type RequestToSign = {
  readonly host: string;
  readonly region: string;
  readonly service: string;
  readonly body: string;
  readonly time: Date;
};

type Signer = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
};

/**
 * The headers of a POST to the root of a host, signed by AWS Signature Version 4.
 * @param headers further headers that are signed, by lower-case name
 */
export function signRequest(
  { host, region, service, body, time }: RequestToSign,
  headers: Readonly<Record<string, string>>,
  { accessKeyId, secretAccessKey, sessionToken }: Signer,
): Readonly<Record<string, string>> {
  const date = time.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const sent = {
    ...headers,
    'x-amz-date': date,
    ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
  };
  const signed = Object.entries({ ...sent, host }).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value}\n`);
  const request = ['POST', '/', '', lines.join(''), names, hashOf(body)].join('\n');
  const scope = [date.slice(0, 8), region, service, 'aws4_request'];
  const toSign = ['AWS4-HMAC-SHA256', date, scope.join('/'), hashOf(request)].join('\n');
  const signingKey = scope.reduce<string | Buffer>((key, part) => mac(key, part), `AWS4${secretAccessKey}`);
  const credential = `${accessKeyId}/${scope.join('/')}`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${mac(signingKey, toSign).toString('hex')}`;
  return { ...sent, authorization };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
