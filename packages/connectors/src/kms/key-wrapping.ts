import type { Egress } from '../network/egress.ts';
import type { PauseContext } from '../network/pause.ts';

/** Credentials of a key service. */
export type KmsCredentials =
  | {
      readonly kind: 'aws-kms';
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly sessionToken?: string | undefined;
      /** Where the service is; at AWS without it. */
      readonly endpoint?: string | undefined;
    }
  | {
      readonly kind: 'gcp-kms';
      /** JSON of a service account. */
      readonly serviceAccount: string;
    }
  | {
      readonly kind: 'azure-kv';
      readonly tenantId: string;
      readonly clientId: string;
      readonly clientSecret: string;
      /** Where tokens are given; at login.microsoftonline.com without it. */
      readonly authority?: string | undefined;
    }
  | {
      readonly kind: 'vault';
      readonly address: string;
      readonly token: string;
      readonly namespace?: string | undefined;
    };

export type KeyServiceContext = PauseContext & {
  readonly egress: Egress;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** The calls of one key service. They throw ServiceFailure, NetworkError or the reason of an aborted signal. */
export type KeyWrapping = {
  wrap(key: Buffer, bound: string, context: KeyServiceContext): Promise<string>;
  unwrap(wrapped: string, bound: string, context: KeyServiceContext): Promise<Buffer>;
};
