import type { Requirement } from './requirement.ts';

const API = 'packages/server/src/api';
const ISOLATION = 'packages/server/test/isolation';
const IDENTITY = 'packages/server/src/identity';
const FEATURES = 'packages/server/src/features';
const CONNECTORS = 'packages/connectors/src';

/** R1 to R15: accounts, secrets, and what people, scripts and providers reach. */
export const ACCESS_REQUIREMENTS: readonly Requirement[] = [
  {
    id: 'R1',
    what: 'Nothing of one account is read or changed from another: fields, routes, files, events, notices, logs, errors.',
    tests: [
      [`${ISOLATION}/every-argument.test.ts`, '$name answers what belongs to another account as what never existed'],
      [`${ISOLATION}/every-argument.test.ts`, '$name reaches what it names in the own account'],
      [`${ISOLATION}/every-field.test.ts`, '$name shows nothing of another account'],
      [`${ISOLATION}/every-route.test.ts`, '$route answers what belongs to another account as what never existed'],
      [`${ISOLATION}/every-route.test.ts`, 'a stream of changes has those of the own account alone'],
      [`${API}/isolation.test.ts`, '%s answers as for ids that do not exist, and changes nothing'],
      [`${API}/isolation.test.ts`, 'no list contains any of it'],
      [`${FEATURES}/users/save-user.test.ts`, '%s answers for them as for unknown addresses'],
      [
        `${FEATURES}/users/save-user.test.ts`,
        'a password for a person who is %s elsewhere is refused as for a new one',
      ],
      [
        `${FEATURES}/scim/access.test.ts`,
        'users of other accounts are added as new ones are: with an id of the directory, invited, and without a trace of them',
      ],
      [
        `${FEATURES}/scim/user-names.test.ts`,
        'an account that does not own the mail domain learns nothing about its addresses',
      ],
    ],
    open: 'npm test tries a part of the arguments, ids and routes a day, the long run all of them; an account that owns a mail domain learns by a change of a userName whether an address of it is taken.',
  },
  {
    id: 'R2',
    what: 'The database enforces it, too: forced row-level security, a role that owns nothing, composite foreign keys.',
    tests: [
      [
        'packages/server/src/db/isolation.test.ts',
        'every account-scoped table forces row-level security and a policy with a check',
      ],
      ['packages/server/src/db/isolation.test.ts', 'no foreign key leads from one account to another'],
      ['packages/server/src/main.test.ts', 'gives the logins of its database no rights of their own'],
      ['packages/server/src/main.test.ts', 'lets %s take on only its own roles'],
      ['packages/server/src/main.test.ts', 'a transaction of an account reaches no password in any role'],
      ['packages/server/src/db/program-logins.test.ts', 'each transaction comes in under the login of its role'],
    ],
    open: 'with DATABASE_URL alone one login takes on every role; one login serves both one account’s people and the engine.',
  },
  {
    id: 'R3',
    what: 'Each operation checks its permission on the server.',
    tests: [
      [`${API}/schema.test.ts`, 'each root field declares the expected permission'],
      [`${API}/schema.test.ts`, 'lets $role read $field only with its permission'],
      [
        'packages/model/src/permissions.test.ts',
        'a developer may neither change the rules of publishing nor read the audit log',
      ],
      [
        `${FEATURES}/reviews/approval-rule.test.ts`,
        'a developer cannot switch off the approval that binds them, publish, and switch it on again',
      ],
      [
        `${FEATURES}/reviews/approval-rule.test.ts`,
        'the approval rule is kept by the database whatever the program does',
      ],
      [`${FEATURES}/roles/save-role.test.ts`, 'separates those who develop, approve and publish'],
      [
        `${FEATURES}/roles/save-role.test.ts`,
        'a role with a permission that the administrator lacks is neither defined, changed, renamed nor granted',
      ],
      [
        `${FEATURES}/sso/group-role-problem.test.ts`,
        'a mapping gives no role that its author could not grant, and is recorded',
      ],
      [
        `${FEATURES}/scim/defined-roles.test.ts`,
        'groups without members stand for no role that the creator of the token may not grant',
      ],
      [
        `${FEATURES}/roles/save-role.test.ts`,
        'one of two stays who take administration from the role of the other at once',
      ],
      [
        `${FEATURES}/scim/defined-roles.test.ts`,
        'defined roles are granted and taken away only as far as the creator of the token may',
      ],
    ],
  },
  {
    id: 'R4',
    what: 'Secrets are write-only: in no response, log, event, error, job or column, and sent to no other host.',
    tests: [
      [
        `${FEATURES}/keys/secrets.test.ts`,
        'no secret of any key type reaches a response, the log, an event or a plain column',
      ],
      ['packages/server/test/canary.long.test.ts', 'no secret of a key of any type is anywhere after a full run'],
    ],
  },
  {
    id: 'R5',
    what: 'Scripts that run touch neither host, network, other accounts nor what a test may not write, and cannot end the service.',
    tests: [
      [
        'packages/server/src/pipeline/mail-ingest/parse-mail.test.ts',
        'sees no file of the service, and has no other process and no network',
      ],
      [
        `${CONNECTORS}/sandbox/sandbox.test.ts`,
        'a stranger in the sandbox of a child reads its input, writes its output, and reaches nothing else',
      ],
      [
        `${CONNECTORS}/sandbox/sandbox.test.ts`,
        'a program of the sandbox ends with the signal that ended it, and with its launcher',
      ],
      [
        'packages/server/src/programs/check-sandbox.test.ts',
        'the start is refused where the sandbox is required and a part of it is missing',
      ],
      [
        `${CONNECTORS}/providers/sqlite/source.test.ts`,
        'reads in the sandbox: as another user, in namespaces of its own, under the filter of kernel calls',
      ],
      [`${FEATURES}/previews/sandbox.test.ts`, 'writes nothing into the store and reaches no network'],
      ['packages/language/test/injection.test.ts', 'whatever names and texts hold, the SQL is one SELECT'],
      ['packages/server/test/draft-rights.test.ts', 'a test run whose target is in %s is refused before anything runs'],
      ['packages/server/src/pipeline/uploads/test-place.test.ts', 'cover every parameter of $name that names a place'],
      [
        'packages/server/test/draft-rights.test.ts',
        'a test run replaces what tests made in a test place, and nothing else there',
      ],
    ],
    open: 'the program that checks the senders of mails by DNS has the user and the mounts of the server; where the system refuses a part of the sandbox, SANDBOX decides.',
  },
  {
    id: 'R6',
    what: 'No connector and no callback reaches an address that is not public.',
    tests: [
      [`${CONNECTORS}/network/egress.test.ts`, 'refuses %s over http and over a plain socket'],
      [
        `${CONNECTORS}/network/egress.test.ts`,
        'asks for a name once a connection, so that a second answer cannot lead inside',
      ],
      [`${CONNECTORS}/network/egress.test.ts`, 'checks every hop'],
    ],
  },
  {
    id: 'R7',
    what: 'Secrets are sealed by envelope encryption that binds each to its key and account; master keys rotate.',
    tests: [
      [`${IDENTITY}/vault.test.ts`, 'does not open with another master key, or with a byte changed'],
      ['packages/server/src/main.test.ts', 'prints one line about a master key that does not belong to the database'],
      [
        'packages/server/test/rotation/key-rotation.test.ts',
        'rotates the master key while units run: nothing fails, and the old key opens nothing afterwards',
      ],
      [
        'packages/server/test/rotation/key-rotation.test.ts',
        'the program does not start without a master key that rows need, and names it',
      ],
      ['packages/cli/src/commands/keys.test.ts', 'a rotation that is killed in the middle continues where it ended'],
      [
        'packages/server/test/rotation/key-services.test.ts',
        'rotates between any two kinds, and the key before opens nothing afterwards',
      ],
      [
        'packages/server/test/rotation/key-services.test.ts',
        'goes on while the service is away, and a start waits for it and says so',
      ],
      ['packages/server/src/features/account-key/graphql.test.ts', 'seals its secrets by %s, and no others'],
      [
        'packages/server/src/features/account-key/graphql.test.ts',
        'ends with the time of the cache at the latest, and is not asked for in the first half of it',
      ],
      [
        `${IDENTITY}/signing-keys.test.ts`,
        'a new key is published before it signs, and the former one until what it signed has expired, without a restart',
      ],
    ],
  },
  {
    id: 'R8',
    what: 'Tokens are checked whole: algorithm, issuer, audience, times, key; deactivated people are refused at once.',
    tests: [
      [`${IDENTITY}/verify-bearer.test.ts`, 'a bearer token with %s is refused'],
      [`${IDENTITY}/verify-bearer.test.ts`, 'a person who is deactivated is refused from the next request on'],
    ],
  },
  {
    id: 'R9',
    what: 'A key is sent only to hosts that it is bound to; changing where it leads requires its secrets again.',
    tests: [
      [`${CONNECTORS}/providers/http/source.test.ts`, 'gives a key only to the hosts it is bound to, by their ports'],
      [
        `${CONNECTORS}/key-forms/verify-key.test.ts`,
        'refuses a verification address at another host than the key is for',
      ],
      [
        `${FEATURES}/keys/content/compose-key.test.ts`,
        'demands stored secrets again when it moves the key to another place',
      ],
    ],
  },
  {
    id: 'R10',
    what: 'Files are named by ids, never by paths.',
    tests: [
      [`${FEATURES}/files/rest.test.ts`, '%s is refused'],
      [`${FEATURES}/files/rest.test.ts`, 'the file of an upload is the stored result when %s'],
      [`${ISOLATION}/every-route.test.ts`, '$route answers what belongs to another account as what never existed'],
    ],
  },
  {
    id: 'R11',
    what: 'OAuth: a state used once, bound to person and account, an exact redirect; what is missing fails.',
    tests: [
      [
        `${FEATURES}/keys/connect/connect-key.test.ts`,
        'asks for a code with PKCE and a state, and stores what the provider gives in the vault',
      ],
      [`${FEATURES}/keys/connect/connect-key.test.ts`, 'a sign-in is completed only by the browser that began it'],
      [`${FEATURES}/keys/connect/connect-key.test.ts`, 'a sign-in is completed once'],
      [`${FEATURES}/keys/connect/connect-key.test.ts`, 'fails while the database cannot say who began it'],
    ],
  },
  {
    id: 'R12',
    what: 'The window of an OAuth consent reports to its opener of the same origin alone.',
    tests: [
      [
        'packages/console/src/screens/oauth-result/oauth-result-page.test.tsx',
        'posts oauthSuccess with the name of the key to the opener of this origin, and closes after 3 s',
      ],
    ],
  },
  {
    id: 'R13',
    what: 'A strict Content-Security-Policy, and no text that becomes markup.',
    tests: [
      [`${API}/http/app.test.ts`, 'answers every address that is not a file with its page, each with its own nonce'],
      ['e2e/shell.e2e.ts', 'the browser refuses text that would become markup, and scripts of other origins'],
      [`${IDENTITY}/sign-in.test.ts`, 'repeats what was typed as text, never as markup'],
      ['packages/cli/src/build/build-docs.test.ts', 'text of a page never becomes markup'],
    ],
  },
  {
    id: 'R14',
    what: 'Inputs and outputs are listed by role: no field is set or shown because it exists.',
    tests: [
      [`${API}/schema.test.ts`, 'lets $role read $field only with its permission'],
      [`${FEATURES}/accounts/save-account.test.ts`, 'each permission changes its part of an account only'],
    ],
  },
  {
    id: 'R15',
    what: 'GraphQL documents are measured before they run.',
    tests: [
      [`${API}/graphql/limits.test.ts`, 'measuring is fast for operations that would never end'],
      [`${API}/graphql/limits.test.ts`, 'deeper nesting than the console needs is refused'],
      [
        `${API}/graphql/register-graphql.test.ts`,
        'a large body of a person who may call none of its operations is refused before it is sent',
      ],
    ],
  },
];
