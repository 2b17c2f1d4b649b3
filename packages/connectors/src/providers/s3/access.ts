import { PipelineError } from '@switchboard/model/errors/errors';
import { fieldText } from '../../key-fields/field-text.ts';
import { refuseField, requiredText } from '../../key-fields/key-fields.ts';
import type { KeyProperties } from '../../spec.ts';

/** Credentials that a role gave for a while, as the client of the library takes them. */
export type RoleSession = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly expiration: Date;
};

/** Where a store that speaks S3 is, and who asks. */
export type S3Access = {
  /** Origin of the service, without a bucket: https://s3.eu-west-1.amazonaws.com. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Assumes the role that has the access, in place of an access key. */
  readonly session?: () => Promise<RoleSession>;
  /** Whether the bucket stands in the path instead of the host name, as most servers but Amazon's want it. */
  readonly pathStyle: boolean;
};

const DEFAULT_REGION = 'us-east-1';

/** Amazon's own endpoint for a region. */
const amazonEndpoint = (region: string): string =>
  `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;

/** Fills in what follows from the region. `endpoint` null: Amazon's. */
export function accessTo(
  endpoint: string | null,
  region: string | null,
  account: Pick<S3Access, 'accessKeyId' | 'secretAccessKey'>,
): S3Access {
  const name = region ?? DEFAULT_REGION;
  return {
    endpoint: endpoint === null ? amazonEndpoint(name) : new URL(endpoint).origin,
    region: name,
    pathStyle: endpoint !== null,
    ...account,
  };
}

/** The access in a key of type `aws`, or where that of a type `aws_role` is. Throws KEY_MISSING or PARAMETER_INVALID. */
export function accessOf(name: string, key: KeyProperties | null): S3Access {
  if (key === null) throw new PipelineError('KEY_MISSING', { name, key: 'aws' });
  const region = fieldText(key, 'region')?.trim() ?? null;
  if (region !== null && !/^[a-z0-9-]{1,40}$/.test(region))
    refuseField(key, 'region', 'is not a region, such as eu-west-1');
  const endpoint = fieldText(key, 'endpoint')?.trim() ?? null;
  if (endpoint !== null && !isOrigin(endpoint))
    refuseField(key, 'endpoint', 'must be an address without a path, such as https://s3.example.com');
  if (key.type === 'aws_role') return accessTo(null, region, { accessKeyId: '', secretAccessKey: '' });
  return accessTo(endpoint, region, {
    accessKeyId: requiredText(key, 'aws_access_key_id').trim(),
    secretAccessKey: requiredText(key, 'aws_secret_access_key').trim(),
  });
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && [pathname, search, hash, username, password].join('') === '/';
}
