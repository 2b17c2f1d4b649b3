import { X509Certificate } from 'node:crypto';

/** Bits of an RSA key that is accepted. */
const MIN_KEY = 2_048;

/** The certificate of a PEM text; null when it does not verify RSA signatures of a sufficient key. */
export function readCertificate(pem: string): X509Certificate | null {
  try {
    const certificate = new X509Certificate(pem);
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    const isRsa = asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_KEY;
    return isRsa ? certificate : null;
  } catch {
    return null;
  }
}

/** A certificate as people see it. */
export type CertificateFacts = {
  readonly subject: string;
  /** SHA-256, in pairs of digits. */
  readonly fingerprint: string;
  readonly expires: Date;
};

/** The facts of certificates that were saved. */
export function describeCertificates(pems: readonly string[]): readonly CertificateFacts[] {
  return pems.flatMap((pem) => {
    const certificate = readCertificate(pem);
    if (certificate === null) return [];
    const { subject, fingerprint256: fingerprint, validTo } = certificate;
    return [{ subject: subject.replaceAll('\n', ', '), fingerprint, expires: new Date(validTo) }];
  });
}
