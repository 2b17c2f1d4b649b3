import type { KeyProblemId } from '@switchboard/model/key-types/key-problems';
import type { KeyProperties } from '../../spec.ts';
import type { CertificateOptions } from '../certificates.ts';

/** The uses of a key in the matrix. */
export const ENDS = {
  postgresql: { type: 'sql', label: 'SQL, PostgreSQL' },
  redshift: { type: 'sql', label: 'SQL, Redshift' },
  mysql: { type: 'sql', label: 'SQL, MySQL' },
  mssql: { type: 'sql', label: 'SQL, SQL Server' },
  'tunnel to postgresql': { type: 'sql', label: 'SQL, PostgreSQL behind an SSH server' },
  'tunnel to mysql': { type: 'sql', label: 'SQL, MySQL behind an SSH server' },
  sftp: { type: 'sftp', label: 'SFTP' },
  ftp: { type: 'ftp', label: 'FTP' },
  'ftps explicit': { type: 'ftp', label: 'FTP, TLS explicit' },
  'ftps implicit': { type: 'ftp', label: 'FTP, TLS implicit' },
} as const;

export type End = keyof typeof ENDS;

/** The possible faults of a key, in the order of the page. */
export const WRONG = [
  'user',
  'password',
  'private key',
  'host',
  'port',
  'database',
  'dialect',
  'charset',
  'encryption',
  'certificate expired',
  'certificate not yet valid',
  'certificate of another host',
  'authority',
  'client certificate',
  'host key',
  'tunnel',
] as const;

export type Wrong = (typeof WRONG)[number];

/**
 * The place where a mistake is noticed: the server at the other end, the network before it, or the check of the key before anything is
 * sent.
 */
export type Noticed = 'server' | 'network' | 'key';

export type Change = KeyProperties['properties'];

/** The material for changes to a key. */
export type Made = {
  /** A private key that no server knows, as PEM. */
  strangeKey(): string;
  /** The private key of the user, behind a passphrase. */
  lockedKey(passphrase: string): string;
  /** The certificate of an authority, as PEM. */
  authority(options: Partial<CertificateOptions>): string;
  /** A certificate and its private key, which an authority unknown to the server signed. */
  strangeClient(): { readonly client_cert_pem: string; readonly client_key_pem: string };
  /** The fingerprint of the SSH server's key. */
  readonly fingerprint: string;
};

/** How the server of a cell differs from the usual one. */
export type Setup = {
  /** Makes it encrypted, with this certificate, which differs from one that is right. */
  readonly certificate?: Partial<CertificateOptions>;
  /** Whether the SSH server forwards connections. */
  readonly forwards?: false;
  readonly isSha1Only?: true;
  /** Whether the user of the key may use every database. */
  readonly isAdmin?: true;
};

/** One wrong thing at one kind of key, and what the form says of it at which field. */
export type Cell = {
  readonly end: End;
  readonly wrong: Wrong;
  /** The description of the fault. */
  readonly how: string;
  readonly noticedBy: Noticed;
  readonly setup?: Setup;
  readonly change: Change | ((made: Made) => Change);
  readonly typeId: KeyProblemId;
  readonly field: string | null;
  /** Another field that says the same. */
  readonly otherField?: string;
  /** The value of `{detail}` in the text. */
  readonly detail?: string | ((made: Made) => string);
  /** Servers of ours do not notice it. */
  readonly isRealOnly?: true;
};

export const of = (end: End, cells: readonly Omit<Cell, 'end'>[]): readonly Cell[] =>
  cells.map((cell) => ({ ...cell, end }));
