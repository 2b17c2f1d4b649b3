import type { AwsIdentity } from '@switchboard/connectors';

/** Reads AWS_ASSUME_ROLE_KEY, which is `id:secret`; null without it. */
export function awsIdentityOf(text: string | null): AwsIdentity | null {
  const [accessKeyId, secretAccessKey] = text?.split(':') ?? [];
  return accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey };
}
