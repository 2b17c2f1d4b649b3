/** A check of the program that keeps somebody out, how a mutant lacks it, and the tests that must then fail. */
export type Guard = {
  readonly name: string;
  readonly file: string;
  /** Stands in the file once. */
  readonly text: string;
  readonly replacement: string;
  /** Files or folders of tests. */
  readonly tests: readonly string[];
};

/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: texts of source files. */
export const GUARDS: readonly Guard[] = [
  {
    name: 'permission of a field',
    file: 'packages/server/src/features/service-tokens/graphql.ts',
    text: "const DEVELOP = { permission: 'develop-scripts' }",
    replacement: "const DEVELOP = { permission: 'view' }",
    tests: ['packages/server/src/api/schema.test.ts'],
  },
  {
    name: 'fields of people, refused to programs',
    file: 'packages/server/src/api/graphql/guard-plugin.ts',
    text: 'serviceTokenId !== null && isOfAccount.includes(false)',
    replacement: "serviceTokenId === ''",
    tests: ['packages/server/src/features/service-tokens/graphql.test.ts'],
  },
  {
    name: 'permission of a REST call',
    file: 'packages/server/src/features/files/file-access.ts',
    text: 'session.accountId !== null && session.permissions.has(permission)',
    replacement: 'session.accountId !== null',
    tests: ['packages/server/src/features/files/rest.test.ts'],
  },
  {
    name: 'row-level security policy',
    file: 'packages/server/src/db/migrations/0001-domain.sql',
    text: "using (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)",
    replacement: 'using (true)',
    tests: ['packages/server/src/db/isolation.test.ts'],
  },
  {
    name: 'forced row-level security',
    file: 'packages/server/src/db/migrations/0072-test-objects.sql',
    text: 'alter table test_object force row level security;',
    replacement: '',
    tests: ['packages/server/src/db/isolation.test.ts'],
  },
  {
    name: 'hosts of a key',
    file: 'packages/connectors/src/key-forms/key-request.ts',
    text: 'if (isKeyHost(hosts, url)) return;',
    replacement: 'if (hosts.length >= 0) return;',
    tests: ['packages/connectors/src/key-forms'],
  },
  {
    name: 'places of test runs',
    file: 'packages/server/src/pipeline/uploads/test-place.ts',
    text: 'if (!covers(container, places, place))',
    replacement: 'if (places.length < 0)',
    tests: ['packages/server/test/draft-rights.test.ts'],
  },
  {
    name: 'approval by another person',
    file: 'packages/server/src/features/reviews/service.ts',
    text: 'if (author === person.id)',
    replacement: "if (author === '')",
    tests: ['packages/server/src/features/reviews'],
  },
  {
    name: 'session of a deactivated person',
    file: 'packages/server/src/identity/resolve-session.ts',
    text: "known(linked.status === 'active' && !linked.blocked ? linked : undefined)",
    replacement: 'known(linked)',
    tests: [
      'packages/server/src/identity/identities.test.ts',
      'packages/server/src/identity/verify-bearer.test.ts',
      'packages/server/src/features/users/end-access.test.ts',
    ],
  },
  {
    name: 'sign-in with a blocked password',
    file: 'packages/server/src/identity/sign-in.ts',
    text: "    .where('person_identity.blocked', '=', false)\n",
    replacement: '',
    tests: ['packages/server/src/identity/identities.test.ts'],
  },
  {
    name: 'steps and links after a block of the password',
    file: 'packages/server/src/identity/passwords.ts',
    text: 'row?.blocked === true || ',
    replacement: '',
    tests: [
      'packages/server/src/identity/sign-in-replay.test.ts',
      'packages/server/src/identity/password-reset.test.ts',
    ],
  },
  {
    name: 'replay of a sign-in step',
    file: 'packages/server/src/identity/sign-in/sign-in-steps.ts',
    text: "passwordSet === 'unchecked' || state?.passwordSet === passwordSet ? state : null",
    replacement: 'state',
    tests: ['packages/server/src/identity/sign-in-replay.test.ts'],
  },
  {
    name: 'failures of an address',
    file: 'packages/server/src/identity/limits/address-level.ts',
    text: 'where ${sunk} + 1 <= ${burst}',
    replacement: 'where true',
    tests: ['packages/server/src/identity/limits/sign-in-limits.test.ts'],
  },
  {
    name: 'lock-out',
    file: 'packages/server/src/identity/limits/lockout.ts',
    text: 'when f.failures + 1 >= ${limit} then ${lockUntil}',
    replacement: '',
    tests: ['packages/server/src/identity/limits', 'packages/server/src/identity/sign-in.test.ts'],
  },
  {
    name: 'security headers',
    file: 'packages/server/src/api/http/security-headers.ts',
    text: "const COMMON = {\n  'x-content-type-options': 'nosniff',",
    replacement: 'const COMMON = {',
    tests: ['packages/server/src/api/http/app.test.ts'],
  },
  {
    name: 'origins of the sign-in service',
    file: 'packages/server/src/api/http/oidc-mount.ts',
    text: 'raw.headers.origin !== undefined && raw.headers.origin !== options.publicUrl',
    replacement: 'raw.headers.origin === null',
    tests: ['packages/server/src/identity/oidc-provider.test.ts'],
  },
  {
    name: 'origins of preflights',
    file: 'packages/server/src/api/http/oidc-mount.ts',
    text: "request.method === 'OPTIONS' && request.headers.origin !== options.publicUrl",
    replacement: "request.method === ''",
    tests: ['packages/server/src/api/http/app.test.ts'],
  },
  {
    name: 'addresses of the egress',
    file: 'packages/connectors/src/network/addresses.ts',
    text: "  '168.63.129.16/32',\n",
    replacement: '',
    tests: ['packages/connectors/src/network/egress.test.ts'],
  },
  {
    name: 'secrets bound to their row',
    file: 'packages/server/src/identity/vault.ts',
    text: 'return `${owner.kind}|${owner.accountId}|${owner.id}|${owner.type}|${owner.version}`;',
    replacement: 'return owner.kind;',
    tests: ['packages/server/src/identity/vault.test.ts'],
  },
  {
    name: 'fingerprint of the master key',
    file: 'packages/server/src/identity/master-keys/require-master-keys.ts',
    text: 'if (missing !== undefined)',
    replacement: "if (missing?.id === '')",
    tests: ['packages/server/test/rotation/key-rotation.test.ts'],
  },
  {
    name: 'size of a body by its operation',
    file: 'packages/server/src/api/graphql/body-limit.ts',
    text: 'if (!mayBeLarge(request)) return false;',
    replacement: 'return false;',
    tests: [
      'packages/server/src/api/graphql/limits.test.ts',
      'packages/server/src/api/graphql/register-graphql.test.ts',
    ],
  },
  {
    name: 'rate of costly work',
    file: 'packages/server/src/api/load/shed-load.ts',
    text: 'const seconds = costly[work].take(accountId);',
    replacement: 'const seconds = costly[work] === undefined ? accountId.length : 0;',
    tests: ['packages/server/src/api/load/shed-load.test.ts'],
  },
  {
    name: 'sandbox where it is required',
    file: 'packages/server/src/programs/check-sandbox.ts',
    text: "if (setting === 'required') throw",
    replacement: 'if (setting === undefined) throw',
    tests: ['packages/server/src/programs/check-sandbox.test.ts'],
  },
  {
    name: 'publishing by a service token',
    file: 'packages/server/src/features/changelists/graphql-changes.ts',
    text: "      if (!holds(context, 'publish-scripts')) throw new RequestError('NOT_ALLOWED');\n      return { kind: 'publish'",
    replacement: "      return { kind: 'publish'",
    tests: ['packages/server/src/features/service-tokens/graphql.test.ts'],
  },
  {
    name: 'account of a service token',
    file: 'packages/server/src/identity/service-tokens/service-token.ts',
    text: '(urlName !== row.url_name || permissions.size === 0)',
    replacement: 'permissions.size === 0',
    tests: ['packages/server/src/features/service-tokens/graphql.test.ts'],
  },
  {
    name: 'revoked service token',
    file: 'packages/server/src/identity/service-tokens/service-token.ts',
    text: 'and t.revoked is null and t.expires > now()',
    replacement: 'and t.expires > now()',
    tests: ['packages/server/src/features/service-tokens/graphql.test.ts'],
  },
  {
    name: 'scope of a directory',
    file: 'packages/server/src/features/scim/rest.ts',
    text: " || !permissions.has('manage-users')",
    replacement: '',
    tests: ['packages/server/src/features/scim/access.test.ts'],
  },
  {
    name: 'sender of a mail',
    file: 'packages/server/src/pipeline/mail-ingest/receive-mail.ts',
    text: 'envelope.checks !== null && isForged(envelope.checks, mail.sender)',
    replacement: 'false',
    tests: ['packages/server/src/pipeline/mail-ingest/sender-checks.test.ts'],
  },
  {
    name: 'second factor in a token',
    file: 'packages/server/src/identity/verify-bearer.ts',
    text: 'if (options.secondFactorRequired && !hasSecondFactor) throw invalidToken();',
    replacement: '',
    tests: ['packages/server/src/identity/external-provider.test.ts'],
  },
  {
    name: 'address that a provider vouches for',
    file: 'packages/server/src/identity/verify-bearer.ts',
    text: "payload['email_verified'] === true && ",
    replacement: '',
    tests: ['packages/server/src/identity/external-provider.test.ts'],
  },
];
/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: texts of source files. */
