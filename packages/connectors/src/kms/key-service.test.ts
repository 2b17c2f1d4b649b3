import { randomBytes } from 'node:crypto';
import { type KeyServiceKind, parseKeyReference } from '@switchboard/model/key-reference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress } from '../network/egress.ts';
import { buildContext } from '../testing/context.ts';
import { KeyServiceError, openKeyService } from './key-service.ts';
import type { KmsCredentials } from './key-wrapping.ts';
import { type KeyServices, startKeyServices } from './testing/start-key-services.ts';

let services: KeyServices;
beforeAll(async () => {
  services = await startKeyServices();
});
afterAll(() => services.close());

const KINDS = ['aws-kms', 'gcp-kms', 'azure-kv', 'vault'] as const satisfies readonly KeyServiceKind[];
const context = { ...buildContext(), now: Date.now };

const open = (text: string, credentials: KmsCredentials) => {
  const reference = parseKeyReference(text);
  if (reference === null) throw new Error(`${text} is not a reference`);
  return openKeyService(reference, credentials, context);
};
const openOwn = (kind: KeyServiceKind) => open(services.references[kind], services.credentials[kind]);
const failureOf = async (work: Promise<unknown>): Promise<KeyServiceError> => {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof KeyServiceError))
    throw new Error('The call did not fail as a key service does.', { cause: error });
  return error;
};

describe.each(KINDS)('the key service %s', (kind) => {
  it('wraps a key that it unwraps again', async () => {
    const key = randomBytes(32);
    const wrapped = await openOwn(kind).wrap(key, 'installation');
    expect(wrapped).not.toContain(key.toString('base64').slice(0, 40));
    expect(await openOwn(kind).unwrap(wrapped, 'installation')).toEqual(key);
  });

  it('refuses a wrapped key that was modified', async () => {
    const wrapped = await openOwn(kind).wrap(randomBytes(32), 'installation');
    const at = wrapped.length - 10;
    const modified = `${wrapped.slice(0, at)}${wrapped[at] === 'A' ? 'B' : 'A'}${wrapped.slice(at + 1)}`;
    const { message, isPassing } = await failureOf(openOwn(kind).unwrap(modified, 'installation'));
    expect(message).toContain(`${services.references[kind]}: 127.0.0.1`);
    expect(message).toMatch(/refused to unwrap \(.*\)\. Check that this is the key that it was wrapped with\.$/);
    expect(isPassing).toBe(false);
  });

  it('says which right is missing when it refuses the credentials', async () => {
    const { message, isPassing } = await failureOf(
      open(services.references[kind], services.denied[kind]).wrap(randomBytes(32), 'installation'),
    );
    expect(message).toMatch(/refused to wrap \(.+\)\. Check the .*(?:allow it|give it the role) /);
    for (const secret of ['another-secret', 'another~secret', 'another-token']) expect(message).not.toContain(secret);
    expect(isPassing).toBe(false);
  });

  it('refuses to unwrap while its key is disabled', async () => {
    const wrapped = await openOwn(kind).wrap(randomBytes(32), 'installation');
    services.disable(kind);
    try {
      expect(await failureOf(openOwn(kind).unwrap(wrapped, 'installation'))).toMatchObject({ isPassing: false });
    } finally {
      services.enable(kind);
    }
  });

  it('repeats a call that it was too busy for', async () => {
    const key = randomBytes(32);
    services.beBusy(2);
    expect(await openOwn(kind).unwrap(await openOwn(kind).wrap(key, 'a'), 'a')).toEqual(key);
  });

  it('counts as passing when it cannot be reached', async () => {
    services.setAway(true);
    try {
      const { message, isPassing } = await failureOf(openOwn(kind).wrap(randomBytes(32), 'installation'));
      expect(message).toBe(
        `The service of ${services.references[kind]} cannot be reached: 127.0.0.1: the connection was closed by the other side. ` +
          'Check its address and the network to it.',
      );
      expect(isPassing).toBe(true);
    } finally {
      services.setAway(false);
    }
  });
});

it.each(['aws-kms', 'gcp-kms', 'vault'] as const)('%s binds a wrapped key to its context', async (kind) => {
  const wrapped = await openOwn(kind).wrap(randomBytes(32), 'account 1');
  const { message } = await failureOf(openOwn(kind).unwrap(wrapped, 'account 2'));
  expect(message).toContain('refused to unwrap');
});

it.each([
  ['aws-kms', 'aws-kms:arn:aws:kms:eu-west-1:123456789012:key/other'],
  ['gcp-kms', 'gcp-kms:projects/acme/locations/global/keyRings/none/cryptoKeys/none'],
  ['vault', 'vault:transit/keys/none'],
] as const)('%s names a key that does not exist', async (kind, text) => {
  const { message } = await failureOf(open(text, services.credentials[kind]).wrap(randomBytes(32), 'installation'));
  expect(message).toMatch(/Check the reference, and that the key exists and is enabled\.$/);
});

it('sends nothing in clear to a host that an administrator has not named', async () => {
  const egress = createEgress({ allowPrivate: [], stallTimeoutMs: 1_000, now: Date.now });
  const before = services.requests();
  for (const kind of ['aws-kms', 'azure-kv', 'vault'] as const) {
    const reference = parseKeyReference(services.references[kind]);
    if (reference === null) throw new Error('no reference');
    const service = openKeyService(reference, services.credentials[kind], { ...context, egress });
    await expect(service.wrap(randomBytes(32), 'installation')).rejects.toThrow(/https:|not a vault of Azure/);
  }
  expect(services.requests()).toBe(before);
});

it('takes no credentials of another service', () => {
  expect(() => open(services.references.vault, services.credentials['aws-kms'])).toThrow(
    'vault:transit/keys/wrapping needs credentials of vault, got those of aws-kms. Give those of its service.',
  );
});

it.each([
  'aws-kms:arn:aws:s3:::bucket',
  'gcp-kms:projects/acme',
  'azure-kv:https://user@vault.example/keys/a',
  'azure-kv:https://acme.vault.azure.net/secrets/a',
  'vault:../sys/keys/a',
  'vault:transit/keys/a/../b',
  'other:key',
])('%s is not a reference', (text) => {
  expect(parseKeyReference(text)).toBeNull();
});
