import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A certificate and its private key, as PEM. */
export type TestCertificate = {
  readonly name: string;
  readonly certificate: string;
  readonly privateKey: string;
  readonly keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
};

export type CertificateOptions = {
  readonly name: string;
  /** The certificate that signs it; itself by default, as an authority. */
  readonly issuer?: TestCertificate;
  /** Host names that it is for. */
  readonly hosts?: readonly string[];
  /** IPv4 addresses that it is for. */
  readonly addresses?: readonly string[];
  /** Days from today. */
  readonly validFrom?: number;
  readonly validTo?: number;
  readonly keyType?: 'rsa' | 'ec';
};

const DAY_MS = 86_400_000;

/** Makes an X.509 certificate of version 3. */
export function makeCertificate(options: CertificateOptions): TestCertificate {
  const { name, issuer, keyType = 'rsa', validFrom = -1, validTo = 30 } = options;
  const keys =
    keyType === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' }) : rsaKeys(issuer !== undefined);
  const signer = issuer?.keys.privateKey ?? keys.privateKey;
  const algorithm =
    signer.asymmetricKeyType === 'rsa'
      ? sequence(oid('1.2.840.113549.1.1.11'), NULL)
      : sequence(oid('1.2.840.10045.4.3.2'));
  const names = [
    ...(options.hosts ?? []).map((host) => tlv(0x82, Buffer.from(host))),
    ...(options.addresses ?? []).map((address) => tlv(0x87, Buffer.from(address.split('.').map(Number)))),
  ];
  const extensions = [
    ...(issuer === undefined ? [sequence(oid('2.5.29.19'), TRUE, octets(sequence(TRUE)))] : []),
    ...(names.length > 0 ? [sequence(oid('2.5.29.17'), octets(sequence(...names)))] : []),
  ];
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    distinguishedName(issuer?.name ?? name),
    sequence(time(validFrom), time(validTo)),
    distinguishedName(name),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [tlv(0xa3, sequence(...extensions))] : []),
  );
  const signed = sequence(body, algorithm, bits(sign('sha256', body, signer)));
  return {
    name,
    keys,
    certificate: pem('CERTIFICATE', signed),
    privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

let shared: TestCertificate['keys'] | null = null;

/** Making RSA keys takes long: what an authority signs shares one pair. */
function rsaKeys(isShared: boolean): TestCertificate['keys'] {
  if (isShared && shared !== null) return shared;
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  if (isShared) shared = keys;
  return keys;
}

function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = length < 0x100 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 0xff]);
  return Buffer.concat([Buffer.from([tag]), size, content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => tlv(0x30, ...parts);
const octets = (content: Buffer): Buffer => tlv(0x04, content);
const bits = (content: Buffer): Buffer => tlv(0x03, Buffer.from([0]), content);
const NULL = tlv(0x05);
const TRUE = tlv(0x01, Buffer.from([0xff]));

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...others] = text.split('.').map(Number);
  const bytes = others.flatMap((part) => {
    const groups = [part & 0x7f];
    for (let rest = part >> 7; rest > 0; rest >>= 7) groups.unshift((rest & 0x7f) | 0x80);
    return groups;
  });
  return tlv(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

const distinguishedName = (name: string): Buffer =>
  sequence(tlv(0x31, sequence(oid('2.5.4.3'), tlv(0x0c, Buffer.from(name)))));

/** Generalized time, so many days from now. */
function time(days: number): Buffer {
  const text = new Date(Date.now() + days * DAY_MS).toISOString().replace(/[-:T]|\.\d+/g, '');
  return tlv(0x18, Buffer.from(text));
}

const pem = (label: string, der: Buffer): string =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replace(/(.{64})(?=.)/g, '$1\n')}\n-----END ${label}-----\n`;
