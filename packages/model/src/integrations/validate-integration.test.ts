import { describe, expect, it } from 'vitest';
import { findIntegrationType, type IntegrationType } from './integration-types.ts';
import { type FilterDraft, type IntegrationDraft, validateIntegration } from './validate-integration.ts';

const NONE: FilterDraft = {
  id: null,
  production: false,
  backfills: false,
  proofs: false,
  lateUploads: false,
  configuration: {},
};
const row = (configuration: FilterDraft['configuration'], on = true): FilterDraft => ({
  ...NONE,
  production: on,
  configuration,
});
const named = (name: string): IntegrationType => {
  const type = findIntegrationType(name);
  if (type === undefined) throw new Error(`There is no type ${name}.`);
  return type;
};
const problems = (type: string, draft: Partial<IntegrationDraft>, stored: readonly string[] = []) =>
  validateIntegration(
    named(type),
    { authorization: {}, configuration: {}, filters: [], ...draft },
    new Set(stored),
  ).map(({ path, message }) => `${path}: ${message}`);

const PERSON = { name: 'Jo', email: 'jo@acme.example', password: 'secret' };

describe('a Slack integration', () => {
  it('needs a token unless one is stored', () => {
    expect(problems('slack', {})).toEqual(['authorization.token: This field is required']);
    expect(problems('slack', {}, ['token'])).toEqual([]);
  });

  it('needs a channel and an option in every row', { tags: ['spec:slack-rows', 'spec:slack-channel-required'] }, () => {
    const filters = [row({ channel_id: 'C1' }), row({}, false), row({ channel_id: ' ' })];
    expect(problems('slack', { filters }, ['token'])).toEqual([
      'filters[1].configuration.channel_id: This field is required',
      'filters[1]: At least one option must be selected',
      'filters[2].configuration.channel_id: This field is required',
    ]);
  });

  it('a Slack integration has one row a channel', () => {
    const filters = [row({ channel_id: 'C1' }), row({ channel_id: 'C1' })];
    expect(problems('slack', { filters }, ['token'])).toEqual([
      'filters[1].configuration.channel_id: There is a row for this channel already.',
    ]);
  });
});

describe('an integration with one receiver', () => {
  const webhook = { url: 'https://hooks.example/1', signing_secret: 'sixteen letters!' };

  it('needs an address and a secret that is long enough', () => {
    expect(problems('webhook', { authorization: webhook, filters: [row({})] })).toEqual([]);
    const authorization = { url: 'hooks.example', signing_secret: 'short' };
    expect(problems('webhook', { authorization })).toEqual([
      'authorization.url: Must be an address that begins with https://',
      'authorization.signing_secret: Enter at least 16 characters.',
    ]);
  });

  it('an integration with one receiver has one row of options', () => {
    expect(problems('webhook', { authorization: webhook, filters: [row({}, false), row({})] })).toEqual([
      'filters[0]: At least one option must be selected',
      'filters[1]: There is only one receiver.',
    ]);
  });
});

it('an email integration needs addresses', () => {
  const filters = [row({ address: 'ops@acme.example' }), row({ address: 'ops' }), row({})];
  expect(problems('email', { filters })).toEqual([
    'filters[1].configuration.address: The email is invalid',
    'filters[2].configuration.address: This field is required',
  ]);
});

describe('a test integration', () => {
  it('needs name, email, password, and a name in every filter', { tags: 'spec:test-integration-rules' }, () => {
    expect(problems('test', { filters: [row({})] })).toEqual([
      'authorization.name: This field is required',
      'authorization.email: This field is required',
      'authorization.password: This field is required',
      'filters[0].configuration.name: This field is required',
    ]);
    const authorization = { ...PERSON, email: 'jo' };
    expect(problems('test', { authorization })).toEqual(['authorization.email: The email is invalid']);
  });

  it.each(['x A', 'bIb', 'a', '12', 'ä'])(
    'refuses %s as client validated',
    { tags: 'spec:test-client-validated' },
    (text) => {
      expect(problems('test', { authorization: PERSON, configuration: { client_validated: text } })).toEqual([
        'configuration.client_validated: Use only letters, except A or I.',
      ]);
    },
  );

  it('accepts letters except A and I as client validated', { tags: 'spec:test-client-validated' }, () => {
    expect(problems('test', { authorization: PERSON, configuration: { client_validated: 'Rhythm' } })).toEqual([]);
  });

  it('refuses what cannot be stored', () => {
    const configuration = { semantically_validated: 'a\0b', schema_validated: 'x'.repeat(2_001) };
    expect(problems('test', { authorization: PERSON, configuration })).toEqual([
      'configuration.schema_validated: Enter at most 2000 characters.',
      'configuration.semantically_validated: Remove control characters.',
    ]);
  });
});
