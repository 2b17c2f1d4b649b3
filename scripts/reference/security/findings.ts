import type { Requirement } from './requirement.ts';

const API = 'packages/server/src/api';
const IDENTITY = 'packages/server/src/identity';
const FEATURES = 'packages/server/src/features';
const CONNECTORS = 'packages/connectors/src';

/** Findings of the attack on a running copy, and the tests that failed before each was fixed. */
export const FINDINGS: readonly Requirement[] = [
  {
    id: '1',
    what: 'A test run of a draft sent a stored secret to any host.',
    tests: [
      [
        'packages/server/test/draft-rights.test.ts',
        'never reaches a host that its key is not bound to, whatever a draft of a program says',
      ],
      [
        `${CONNECTORS}/key-forms/key-request.test.ts`,
        'refuses a key that is bound to another host, and one of another form',
      ],
    ],
  },
  {
    id: '2',
    what: 'A test run of a draft replaced rows of any table.',
    tests: [
      ['packages/server/test/draft-rights.test.ts', 'a test run whose target is in %s is refused before anything runs'],
      [
        'packages/server/test/draft-rights.test.ts',
        'a test run replaces what tests made in a test place, and nothing else there',
      ],
    ],
  },
  {
    id: '3',
    what: 'The approval rule was switched off by the developer whom it binds.',
    tests: [
      [
        `${FEATURES}/reviews/approval-rule.test.ts`,
        'a developer cannot switch off the approval that binds them, publish, and switch it on again',
      ],
      [
        `${FEATURES}/reviews/approval.test.ts`,
        'refuses the approval of a program, even one that may publish, whose creator may approve',
      ],
    ],
  },
  {
    id: '4',
    what: 'A viewer stopped or slowed everybody by large bodies and by many requests.',
    tests: [
      [
        `${API}/graphql/register-graphql.test.ts`,
        'a large body of a person who may call none of its operations is refused before it is sent',
      ],
      [`${API}/load/shed-load.test.ts`, 'an account beyond its rate is refused before the database is read'],
      [`${API}/load/shed-load.test.ts`, 'an account whose requests hang holds up no other account'],
      [`${API}/http/app.test.ts`, 'health is answered while every connection for requests is in use'],
      [`${FEATURES}/previews/run-slots.test.ts`, 'leave one to a third account, whatever two others start'],
    ],
  },
  {
    id: '5',
    what: 'Sign-in had no limit by address, and strangers locked people out.',
    tests: [
      [
        `${IDENTITY}/limits/sign-in-limits.test.ts`,
        'a stranger who fails does not keep the owner of a name from signing in',
      ],
      [
        `${IDENTITY}/limits/sign-in-limits.test.ts`,
        'an address that tries many names is refused with a sentence and the time to wait, and may go on later',
      ],
      [
        `${IDENTITY}/limits/sign-in-limits.test.ts`,
        'pages that an address opens without end are refused before they are stored',
      ],
    ],
  },
  {
    id: '6',
    what: 'Acts that matter for security left no entry, and no address; entries could be changed.',
    tests: [
      ['packages/server/src/audit/audit-log.test.ts', 'keeps who did what to whom, from where and by which request'],
      ['packages/server/src/audit/audit-log.test.ts', 'refuses the program %s'],
      [`${API}/audit-coverage.test.ts`, 'mutations of the schema are recorded, or listed with the reason why not'],
      [
        `${FEATURES}/audit-log/graphql.test.ts`,
        'an audit log shows its administrators who did what, from where and by which request',
      ],
    ],
  },
  {
    id: '7',
    what: 'Who knew a handed-out password replaced the one that its owner had chosen.',
    tests: [
      [
        `${IDENTITY}/sign-in-replay.test.ts`,
        'a page that was opened with a handed-out password does not replace the one that its owner chose',
      ],
      [`${IDENTITY}/sign-in-replay.test.ts`, 'a page to choose a password ends when the password is blocked'],
    ],
  },
  {
    id: '8',
    what: 'A required second factor was not required of sessions, nor kept; sessions had no end.',
    tests: [
      [
        `${IDENTITY}/required-factor-sessions.test.ts`,
        'a session of a password alone is refused at its renewal once a second factor is required',
      ],
      [
        `${FEATURES}/factors/last-factor.test.ts`,
        'an authenticator app stays while it is the last factor and one is required',
      ],
      [
        `${IDENTITY}/required-factor.test.ts`,
        'a password alone adds no factor: the link goes to the mailbox of its owner',
      ],
      [`${IDENTITY}/sessions/session-limits.test.ts`, 'a renewal neither begins a session again nor counts as its use'],
    ],
  },
  {
    id: '9',
    what: 'Names and ids of people of other accounts were shown.',
    tests: [
      [`${FEATURES}/users/save-user.test.ts`, '%s answers for them as for unknown addresses'],
      [
        `${FEATURES}/scim/access.test.ts`,
        'users of other accounts are added as new ones are: with an id of the directory, invited, and without a trace of them',
      ],
      [
        `${FEATURES}/users/invitations/invitations.test.ts`,
        'answers alike for a person of another account, one without accounts, one deactivated and a new address',
      ],
    ],
  },
  {
    id: '10',
    what: 'Readers of customers’ files had the user and the mounts of the server, and its database login was a superuser.',
    tests: [
      [
        `${CONNECTORS}/sandbox/sandbox.test.ts`,
        'a stranger in the sandbox of a child reads its input, writes its output, and reaches nothing else',
      ],
      ['packages/server/src/main.test.ts', 'gives the logins of its database no rights of their own'],
      ['packages/server/src/main.test.ts', 'a transaction of an account reaches no password in any role'],
    ],
  },
  {
    id: '11',
    what: 'Rows of customers were readable by every user of the machine.',
    tests: [
      [
        'packages/cli/src/start/start-command.test.ts',
        'makes no file or folder that other users of the machine may read',
      ],
    ],
  },
  {
    id: '12',
    what: 'The master key and the signing keys could not be replaced.',
    tests: [
      [
        'packages/server/test/rotation/key-rotation.test.ts',
        'rotates the master key while units run: nothing fails, and the old key opens nothing afterwards',
      ],
      [
        `${IDENTITY}/signing-keys.test.ts`,
        'a new key is published before it signs, and the former one until what it signed has expired, without a restart',
      ],
    ],
  },
  {
    id: '13',
    what: 'Small ones: a private address, headers, texts that cannot be stored, preflights, page sizes, empty bodies, VRFY, a costly preview, cookies, addresses without TLS.',
    tests: [
      [`${CONNECTORS}/network/egress.test.ts`, 'refuses %s over http and over a plain socket'],
      [`${API}/http/app.test.ts`, 'headers protect %s'],
      [`${API}/http/app.test.ts`, 'a failure over a text that cannot be stored names its place in %s'],
      [`${API}/http/app.test.ts`, 'preflights of the provider name no origin to %s'],
      [`${IDENTITY}/oidc-provider.test.ts`, 'the answer of /oidc/%s is readable by pages of the own origin only'],
      [`${API}/graphql/page-sizes.test.ts`, 'a page of %s with more rows than any list has is refused'],
      [`${FEATURES}/scim/requests.test.ts`, 'a user is removed by a request that names a type of content and has none'],
      [
        'packages/server/src/pipeline/mail-ingest/smtp-listener.test.ts',
        'a question for an address is answered alike whether it exists or not',
      ],
      ['packages/engine/src/executors/create-executor.test.ts', 'stops the memory bomb %s'],
      [
        `${IDENTITY}/session-cookie.test.ts`,
        'the session cookie of a site over https is accepted from its own host alone',
      ],
      ['e2e/shell.e2e.ts', 'the browser refuses text that would become markup, and scripts of other origins'],
      ['packages/server/src/env.test.ts', '%s is refused in one line that repeats no secret'],
    ],
  },
  {
    id: 'Supply chain',
    what: 'Install scripts of unlisted packages ran; no bill of materials, no licences of what is shipped.',
    tests: [
      ['scripts/run.test.ts', 'installs without running the scripts of packages, also when npm installs by itself'],
      ['scripts/run.test.ts', 'refuses what the lockfile does not have'],
      ['scripts/run.test.ts', 'a version that was published less than a week ago is not taken into the lockfile'],
      [
        'packages/cli/src/build/build-docs.test.ts',
        'the first page leads to the licences of third-party software and to the bill of materials',
      ],
    ],
  },
];
