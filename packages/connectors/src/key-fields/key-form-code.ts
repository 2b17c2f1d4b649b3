import type { KeyProblemId } from '@switchboard/model/key-types/key-problems';
import type { KeyForm, KeyType } from '@switchboard/model/key-types/key-type';
import type { ConnectorContext, KeyProperties } from '../spec.ts';

/** The code of a key form: `keyForm` of a `key-form.ts` in the folder of a provider, or of a `<name>-form.ts` in `key-forms`. */
export type KeyFormCode = {
  readonly name: KeyForm;
  /**
   * Uses a key once. Returns false when the key says nothing about where it can be tried.
   * Throws PipelineError when the other side rejects it or cannot be reached.
   */
  readonly verify: (key: KeyProperties, type: KeyType, context: ConnectorContext) => Promise<boolean>;
  readonly problems: KeyProblemsByCode;
  /** Whether its driver encrypts the connection itself; absent where connections are encrypted by `encryptSocket` or not at all. */
  readonly isEncrypted?: (key: KeyProperties) => boolean;
};

/** The problem of a key by the error code of a server, TLS or a socket, with the fields at fault, the likeliest first. */
export type KeyProblemsByCode = Readonly<Record<string, readonly [typeId: KeyProblemId, ...fields: string[]]>>;
