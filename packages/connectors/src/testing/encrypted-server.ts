import type { KeyProperties } from '../spec.ts';
import type { TestCertificate } from './certificates.ts';

/** A server of a database that speaks TLS. */
export type EncryptedServer = {
  /** Shows this certificate to those who connect from now on. Gives a key by which one may sign in, without its PEM fields. */
  present(certificate: TestCertificate): Promise<KeyProperties>;
  close(): Promise<void>;
};
