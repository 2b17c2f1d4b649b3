import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type CreationOptions = {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
};
type RequestOptions = { readonly challenge: string; readonly rpId: string };

export type SoftPasskey = {
  readonly id: string;
  /** How many signatures it has counted. A clone is one that is set back. */
  counter: number;
  /** Answers the options of a registration, as JSON. */
  create(options: string, changes?: Partial<Signing>): string;
  /** Answers the options of a sign-in, as JSON. */
  get(options: string, changes?: Partial<Signing>): string;
};

/** Claims of a passkey's answer. */
type Signing = {
  readonly origin: string;
  readonly challenge: string;
  readonly rpId: string;
  readonly isUserVerified: boolean;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;
const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0x59]), uint16(bytes.length), bytes]);

/** A passkey in software: an ES256 key that signs as a WebAuthn authenticator does. */
export function createSoftPasskey(origin: string): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let owner = '';

  const clientData = (type: string, { challenge, origin: from }: Signing): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const authenticatorData = ({ rpId, isUserVerified }: Signing, flags: number, rest = Buffer.alloc(0)): Buffer => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(passkey.counter);
    const all = flags | PRESENT | (isUserVerified ? VERIFIED : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([all]), counted, rest]);
  };
  const envelope = (response: object): string =>
    JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });

  const passkey: SoftPasskey = {
    id,
    counter: 1,
    create(text, changes = {}) {
      const options = JSON.parse(text) as CreationOptions;
      owner = options.user.id;
      const signing = { origin, challenge: options.challenge, rpId: options.rp.id, isUserVerified: true, ...changes };
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), uint16(credentialId.length), credentialId, cose]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authenticatorData(signing, ATTESTED, attested)),
      ]);
      return envelope({
        clientDataJSON: clientData('webauthn.create', signing).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    get(text, changes = {}) {
      const options = JSON.parse(text) as RequestOptions;
      passkey.counter += 1;
      const signing = { origin, challenge: options.challenge, rpId: options.rpId, isUserVerified: true, ...changes };
      const client = clientData('webauthn.get', signing);
      const data = authenticatorData(signing, 0);
      return envelope({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        userHandle: owner,
      });
    },
  };
  return passkey;
}
