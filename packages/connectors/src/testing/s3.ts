import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { createEgress } from '../network/egress.ts';
import { accessTo, type S3Access } from '../providers/s3/access.ts';
import { type Bucket, openBucket } from '../providers/s3/bucket.ts';
import type { KeyProperties } from '../spec.ts';

type Account = { readonly id: string; readonly secret: string };

/** A fault planted in the test server; see scripts/s3/faults.ts. */
export type PlantedFault = {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Source of a regular expression over path and query. */
  readonly url: string;
  readonly skip?: number;
  readonly times: number;
  readonly kind:
    | 'cut-before'
    | 'cut-after'
    | 'error-in-200'
    | 'wrong-etag'
    | 'corrupt'
    | 'hang'
    | { readonly answer: { readonly status: number; readonly code: string; readonly region?: string } };
};

export type TestBucket = {
  readonly name: string;
  /** Address of the server. */
  readonly endpoint: string;
  readonly access: S3Access;
  readonly bucket: Bucket;
  /** A key that may do anything, and one that may do nothing. */
  readonly key: KeyProperties;
  readonly deniedKey: KeyProperties;
  /** Takes the place of the faults planted before. */
  plant(...faults: readonly PlantedFault[]): Promise<void>;
  /** Requests since the last injected fault, as "METHOD /bucket/key?query". */
  asked(): Promise<readonly string[]>;
  /** The content of an object as text; null when there is none. */
  text(key: string): Promise<string | null>;
  keys(): Promise<readonly string[]>;
};

/** A bucket of its own on the server that the test run started. */
export async function createTestBucket(): Promise<TestBucket> {
  const { TEST_S3 } = process.env;
  if (TEST_S3 === undefined) throw new Error('TEST_S3 is not set');
  const server = JSON.parse(TEST_S3) as { endpoint: string; account: Account; denied: Account };
  const name = `t-${randomUUID()}`;
  const control = async (what: string, body = '[]'): Promise<readonly string[]> => {
    const answer = await fetch(`${server.endpoint}/_test/${what}/${name}`, { method: 'PUT', body });
    return (await answer.json()) as string[];
  };
  await control('buckets');
  const keyOf = (id: string, secret: string): KeyProperties => ({
    name: 'store',
    type: 'aws',
    properties: { aws_access_key_id: id, aws_secret_access_key: secret, endpoint: server.endpoint },
  });
  const access = accessTo(server.endpoint, null, {
    accessKeyId: server.account.id,
    secretAccessKey: server.account.secret,
  });
  const egress = createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 10_000, now: Date.now });
  const bucket = await openBucket(access, name, egress);
  return {
    name,
    endpoint: server.endpoint,
    access,
    bucket,
    key: keyOf(server.account.id, server.account.secret),
    deniedKey: keyOf(server.denied.id, server.denied.secret),
    plant: async (...faults) => void (await control('faults', JSON.stringify(faults))),
    asked: () => control('log'),
    text: async (key) => {
      const body = await bucket.read(key);
      return body === null ? null : text(body);
    },
    keys: async () => {
      const keys: string[] = [];
      for await (const { key } of bucket.list('')) keys.push(key);
      return keys;
    },
  };
}
