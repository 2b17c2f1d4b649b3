import { describe, expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addIntegration, pathsOf, saveIntegration } from '../../../testing/integration-answers.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const tester = useClient(server, account, ['tester']);
const operator = useClient(server, account, ['operator']);

const authorization = { name: 'Jo', email: 'jo@acme.example', password: 'canary-77' };
const save = (more: Readonly<Record<string, unknown>>) =>
  saveIntegration(tester, { type: 'test', authorization, ...more });

describe('a test integration', () => {
  it('needs the permission test-screens', {
    tags: ['spec:integrations-types', 'spec:permission-test-screens'],
  }, async () => {
    expect(pathsOf(await saveIntegration(operator, { type: 'test', authorization }))).toEqual([
      'integration_type: There is no integration type test.',
    ]);
  });

  it('shows its values but the password, without empty ones', { tags: 'spec:test-empty-removed' }, async () => {
    const configuration = {
      client_validated: ' Rhythm ',
      schema_validated: '',
      denied: false,
      typeahead: 'fig',
      op_error: null,
    };
    const saved = await addIntegration(tester, {
      type: 'test',
      authorization,
      configuration,
      filters: [{ proofs: true, configuration: { name: 'one' } }],
    });
    expect(saved).toMatchObject({
      label: 'Test (Jo)',
      status: 'active',
      public_authorization: { name: 'Jo', email: 'jo@acme.example', team_name: null },
      configuration: { client_validated: 'Rhythm', typeahead: 'fig' },
    });
    expect(Object.keys(saved.configuration).toSorted()).toEqual(['client_validated', 'typeahead']);
    expect(JSON.stringify(saved)).not.toContain('canary');
    const renamed = { name: 'Bo', email: 'bo@acme.example' };
    expect(await addIntegration(tester, { id: saved.id, authorization: renamed })).toMatchObject({
      label: 'Test (Bo)',
    });
  });

  it.each<[Readonly<Record<string, unknown>>, string[]]>([
    [{ schema_validated: 'elevenchars' }, ['configuration.schema_validated: Enter at most 10 characters.']],
    [{ denied: true }, ['configuration.denied: This is always denied. Switch it off.']],
    [{ semantically_validated: 'Jo' }, ['configuration.semantically_validated: Must differ from the name.']],
    [{ client_validated: 'AI' }, ['configuration.client_validated: Use only letters, except A or I.']],
    [{ form_error: 'Not today.' }, ['null: Not today.']],
    [{ items: [{ fruit: 'pear' }] }, ['configuration.items[0].color: ']],
    [{ other: 'x' }, ['configuration.other: Test integrations have no field other.']],
  ])(
    'a test integration with %j is refused at its path',
    { tags: 'spec:test-server-errors' },
    async (configuration, problems) => {
      const found = pathsOf(await save({ configuration }));
      expect(found).toHaveLength(problems.length);
      for (const [index, problem] of problems.entries()) expect(found[index]).toContain(problem);
    },
  );

  it('shows errors of its operation after it was saved', { tags: 'spec:integration-errors-shown' }, async () => {
    const configuration = {
      op_error: 'Out of order.',
      op_form_error: 'Nothing works.',
      items: [
        { fruit: 'pear', color: 'green' },
        { fruit: 'banana', color: 'blue' },
      ],
    };
    const filters = [
      { production: true, configuration: { name: 'unreachable' } },
      { production: true, configuration: { name: 'fine' } },
    ];
    const { integration } = await save({ configuration, filters });
    expect(integration).toMatchObject({
      status: 'degraded',
      configuration: {
        ...configuration,
        items: [
          { fruit: 'pear', color: 'green' },
          { fruit: 'banana', color: 'blue', error: 'No banana is blue.' },
        ],
      },
      filters: [
        { status: 'degraded', configuration: { name: 'unreachable', error: 'unreachable cannot be reached.' } },
        { status: 'active', configuration: { name: 'fine', error: null } },
      ],
    });
  });
});
