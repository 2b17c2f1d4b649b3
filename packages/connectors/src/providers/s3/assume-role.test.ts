import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { verifyKey } from '../../key-forms/verify-key.ts';
import { secretsOf } from '../../secrets.ts';
import type { KeyProperties } from '../../spec.ts';
import { serveHttp } from '../../testing/http-server.ts';
import { ASKED_ADDRESS, standInContext } from '../../testing/stand-in.ts';
import { openAccess, signForm } from './assume-role.ts';
import { openBucket } from './bucket.ts';
import { source } from './source.ts';

const IDENTITY = { accessKeyId: 'AKIAINSTALLATION', secretAccessKey: 'installation-secret' };
const ARN = 'arn:aws:iam::123456789012:role/reports';
const LISTED = `<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>in/a.csv</Key><Size>3</Size>
  <LastModified>2026-03-04T00:00:00.000Z</LastModified><ETag>"e"</ETag></Contents></ListBucketResult>`;

const session = (count: number, seconds: number) => `<AssumeRoleResponse><AssumeRoleResult><Credentials>
  <AccessKeyId>ASIA${count}</AccessKeyId><SecretAccessKey>role-secret-${count}</SecretAccessKey>
  <SessionToken>role-token-${count}</SessionToken>
  <Expiration>${new Date(Date.now() + seconds * 1000).toISOString()}</Expiration>
</Credentials></AssumeRoleResult></AssumeRoleResponse>`;
const refused = (code: string, message: string) =>
  `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;

const keyOf = (properties: KeyProperties['properties'] = {}): KeyProperties => ({
  name: 'role',
  type: 'aws_role',
  properties: { target_role_arn: ARN, ...properties },
});

/** Amazon's token service and a bucket that takes the tokens it gave. */
async function serveAws(
  answer: (count: number) => readonly [status: number, xml: string] = (count) => [200, session(count, 3600)],
) {
  const assumed: { readonly url: string; readonly form: Record<string, string>; readonly by: string }[] = [];
  const tokens: string[] = [];
  const origin = await serveHttp(async (request, response) => {
    const url = String(request.headers[ASKED_ADDRESS]);
    const by = /Credential=([^/]+)/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (new URL(url).host.startsWith('sts.')) {
      assumed.push({ url, form: Object.fromEntries(new URLSearchParams(await text(request))), by });
      const [status, xml] = answer(assumed.length);
      response.writeHead(status).end(xml);
      return;
    }
    tokens.push(`${by} ${String(request.headers['x-amz-security-token'])}`);
    response.writeHead(200, { 'content-type': 'application/xml' }).end(LISTED);
  });
  return { assumed, tokens, context: standInContext(() => origin, { awsIdentity: IDENTITY, now: Date.now }) };
}

it('signs a form as the vectors of AWS Signature Version 4 do', () => {
  const identity = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
  const time = new Date('2015-08-30T12:36:00Z');
  const form = { host: 'example.amazonaws.com', region: 'us-east-1', service: 'service', body: 'Param1=value1', time };
  expect(signForm(form, identity).authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
      'SignedHeaders=content-type;host;x-amz-date, ' +
      'Signature=ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  );
});

describe('a key of a role', () => {
  it('lists a bucket with the session of the role', { tags: 'proof:aws-role-assumed' }, async () => {
    const { assumed, tokens, context } = await serveAws();
    const key = keyOf({ external_id: 'acme-4711', region: 'eu-west-1' });
    const parameters = { path: 's3://reports/in/*.csv' };
    const files = await source.list?.({ name: 'ads', parameters, key, dates: null }, context);
    expect(files?.map(({ path }) => path)).toEqual(['s3://reports/in/a.csv']);
    expect(assumed).toEqual([
      {
        url: 'https://sts.eu-west-1.amazonaws.com/',
        by: IDENTITY.accessKeyId,
        form: {
          Action: 'AssumeRole',
          Version: '2011-06-15',
          RoleArn: ARN,
          RoleSessionName: 'switchboard',
          ExternalId: 'acme-4711',
        },
      },
    ]);
    expect(tokens).toEqual(['ASIA1 role-token-1']);
    expect(secretsOf(key)).toEqual(['acme-4711', 'role-secret-1', 'role-token-1']);
  });

  it('assumes the role again before its session ends', async () => {
    const { assumed, tokens, context } = await serveAws((count) => [200, session(count, count === 1 ? 1 : 3600)]);
    const bucket = await openBucket(openAccess('ads', keyOf(), context), 'reports', context.egress);
    for (let time = 0; time < 3; time += 1) await bucket.list('in/')[Symbol.asyncIterator]().next();
    expect(tokens.slice(1)).toEqual(['ASIA2 role-token-2', 'ASIA2 role-token-2']);
    expect(assumed).toHaveLength(2);
    expect(assumed[0]?.form).not.toHaveProperty('ExternalId');
  });

  it('assumes the role to verify it', async () => {
    const { context } = await serveAws();
    expect(await verifyKey(keyOf(), context)).toEqual({ ok: true, tried: true });
  });

  it.each([
    [
      403,
      refused('AccessDenied', 'User is not authorized to perform: sts:AssumeRole.'),
      'AssumeRole AccessDenied: User is not authorized',
    ],
    [
      400,
      refused('ValidationError', 'The role is malformed &amp; wrong.'),
      'AssumeRole ValidationError: The role is malformed & wrong',
    ],
    [503, '', 'AssumeRole status 503'],
    [200, '<html>a proxy</html>', 'AssumeRole status 200'],
  ])('says why a role is refused with %i', async (status, xml, message) => {
    const { tokens, context } = await serveAws(() => [status, xml]);
    expect(await verifyKey(keyOf(), context)).toMatchObject({
      ok: false,
      problems: [{ typeId: 'rejected', message: expect.stringContaining(message) as unknown }],
    });
    expect(tokens).toEqual([]);
  });

  it('a key of a role cannot be used where the installation has no identity', async () => {
    const { assumed, context } = await serveAws();
    const { awsIdentity: _, ...without } = context;
    expect(await verifyKey(keyOf(), without)).toMatchObject({
      ok: false,
      problems: [{ typeId: 'not_supported', message: expect.stringContaining('AWS_ASSUME_ROLE_KEY') as unknown }],
    });
    expect(assumed).toEqual([]);
  });

  it.each(['reports', 'arn:aws:iam::12:role/reports', 'arn:aws:iam::123456789012:user/reports'])(
    'requires a role, not "%s"',
    async (arn) => {
      const { context } = await serveAws();
      expect(await verifyKey(keyOf({ target_role_arn: arn }), context)).toMatchObject({
        ok: false,
        problems: [{ typeId: 'pattern_not_matched', field: 'target_role_arn' }],
      });
    },
  );
});
