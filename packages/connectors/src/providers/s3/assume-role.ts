import { PipelineError } from '@switchboard/model/errors/errors';
import { fieldText } from '../../key-fields/field-text.ts';
import { startOf } from '../../network/answers.ts';
import { signRequest } from '../../network/sign-aws-request.ts';
import { quoted, rememberSecret, secretsOf } from '../../secrets.ts';
import type { AwsIdentity, ConnectorContext, KeyProperties } from '../../spec.ts';
import { accessOf, type RoleSession, type S3Access } from './access.ts';
import { S3Failure } from './failures.ts';

const ANSWER_LIMIT = 64 * 1024;
const SHOWN_LENGTH = 300;
const SESSION_NAME = 'switchboard';
const FORM = 'application/x-www-form-urlencoded';

/** The access in a key of type `aws`, or that of its role, which is assumed when it is needed. Throws as `accessOf` does. */
export function openAccess(name: string, key: KeyProperties | null, context: ConnectorContext): S3Access {
  const access = accessOf(name, key);
  if (key?.type !== 'aws_role') return access;
  return { ...access, session: () => assumeRole(key, access.region, context) };
}

/**
 * Assumes the role of a key with the identity of the installation (AWS STS). The secrets of the session count as secrets of the key.
 * @throws PipelineError KEY_NOT_SUPPORTED where the installation has no identity, S3Failure when the role is refused, NetworkError
 */
async function assumeRole(
  key: KeyProperties,
  region: string,
  { egress, signal, now, awsIdentity }: Pick<ConnectorContext, 'egress' | 'signal' | 'now' | 'awsIdentity'>,
): Promise<RoleSession> {
  if (awsIdentity === undefined) {
    const reason = 'this installation has no identity at AWS; ask an administrator to set AWS_ASSUME_ROLE_KEY';
    throw new PipelineError('KEY_NOT_SUPPORTED', { key: key.name, reason });
  }
  const externalId = fieldText(key, 'external_id')?.trim() ?? '';
  const body = new URLSearchParams({
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: fieldText(key, 'target_role_arn')?.trim() ?? '',
    RoleSessionName: SESSION_NAME,
    ...(externalId === '' ? {} : { ExternalId: externalId }),
  }).toString();
  const host = `sts.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  const answer = await egress.fetch({
    url: `https://${host}/`,
    method: 'POST',
    headers: signForm({ host, region, service: 'sts', body, time: new Date(now()) }, awsIdentity),
    body,
    redirects: 'refuse',
    signal,
  });
  const { text, failure } = await startOf(answer, ANSWER_LIMIT);
  if (failure instanceof Error) throw failure;
  const [accessKeyId, secretAccessKey, sessionToken, expiration] = [
    'AccessKeyId',
    'SecretAccessKey',
    'SessionToken',
    'Expiration',
  ].map((name) => elementOf(text, name));
  if (answer.status < 300 && accessKeyId && secretAccessKey && sessionToken) {
    for (const secret of [secretAccessKey, sessionToken]) rememberSecret(key, secret);
    return { accessKeyId, secretAccessKey, sessionToken, expiration: new Date(expiration ?? now()) };
  }
  const code = elementOf(text, 'Code') ?? `status ${answer.status}`;
  const secrets = [...secretsOf(key), awsIdentity.secretAccessKey];
  const said = quoted((elementOf(text, 'Message') ?? '').replace(/\.+$/, ''), secrets, SHOWN_LENGTH);
  const isBusy = answer.status < 300 || answer.status === 429 || answer.status >= 500;
  throw new S3Failure(isBusy ? 'busy' : 'login', `AssumeRole ${code}`, answer.status, said);
}

type FormToSign = {
  readonly host: string;
  readonly region: string;
  readonly service: string;
  readonly body: string;
  readonly time: Date;
};

/** The headers of a POST of a form to the root of a host, signed by AWS Signature Version 4. */
export function signForm({ host, region, service, body, time }: FormToSign, identity: AwsIdentity) {
  const request = { host, region, service, body, time };
  return signRequest(request, { 'content-type': FORM }, identity);
}

/** The text of an element of STS’ answers, which have no attributes and no nesting of the same name. */
function elementOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
