import type { KeyProperties } from '../spec.ts';

/** A server of SFTP for tests. */
export type TestSsh = {
  /** The folder that the server shows. */
  readonly folder: string;
  /** A key by which one may sign in, and those that the server refuses. */
  readonly key: KeyProperties;
  readonly wrongKeys: readonly KeyProperties[];
  /** Another way for the same user to sign in. */
  readonly privateKey: string;
  /** The fingerprint of the server's key. */
  readonly fingerprint: string;
  close(): void;
};

export type SshOptions = {
  /** Whether users may have connections forwarded; true by default. */
  readonly forwards?: boolean;
  /** Whether the host key signs only with SHA-1, as those of old servers do. */
  readonly isSha1Only?: boolean;
};
