import type { Requirement } from './requirement.ts';

const API = 'packages/server/src/api';
const IDENTITY = 'packages/server/src/identity';
const FEATURES = 'packages/server/src/features';
const CONNECTORS = 'packages/connectors/src';
const MAIL = 'packages/server/src/pipeline/mail-ingest';

/** R16 to R30: limits, what is parsed, answers, the supply chain, the audit log and sign-in. */
export const OPERATION_REQUIREMENTS: readonly Requirement[] = [
  {
    id: 'R16',
    what: 'Other sites’ pages change nothing: JSON with the required headers only, and strict CORS.',
    tests: [
      [`${API}/graphql/register-graphql.test.ts`, 'the request without a usable token answers 401'],
      [`${API}/graphql/register-graphql.test.ts`, 'the request without a Request-ID is refused'],
      [`${API}/graphql/register-graphql.test.ts`, 'the request is not read as %s'],
      [`${API}/http/app.test.ts`, 'preflights of the provider name no origin to %s'],
      [`${IDENTITY}/oidc-provider.test.ts`, 'the answer of /oidc/%s is readable by pages of the own origin only'],
      [`${IDENTITY}/sign-in.test.ts`, 'another site’s page gets no token, even with a code'],
    ],
  },
  {
    id: 'R17',
    what: 'Patterns of users run in linear time.',
    tests: [
      ['packages/model/src/text/glob.test.ts', 'takes time in proportion to path and pattern'],
      [`${CONNECTORS}/listing/listing.test.ts`, 'takes time in proportion to the names, whatever the expression'],
      [`${MAIL}/match-rules.test.ts`, 'takes time in proportion to the subject, whatever its expression'],
    ],
  },
  {
    id: 'R18',
    what: 'Logs hold no secret, name the request, and are lines whatever is written.',
    tests: [
      [
        'packages/server/src/observe/log.test.ts',
        'secrets of the settings and of decrypted keys are masked in every encoding',
      ],
      ['packages/server/src/observe/log.test.ts', 'an error is logged by its message, not by its attached objects'],
      ['packages/server/src/observe/log.test.ts', 'an entry is one line whatever its texts hold'],
      ['packages/server/src/observe/log.test.ts', 'lines of one unit carry its context once'],
    ],
  },
  {
    id: 'R19',
    what: 'SQL connectors bind values, quote names, run one statement and verify certificates.',
    tests: [
      [`${CONNECTORS}/testing/sql-source-promises.ts`, 'writes nothing, whatever the query says'],
      [
        `${CONNECTORS}/providers/clickhouse/source.test.ts`,
        'sends no setting, which users who may only read cannot change, and only statements that read',
      ],
      [
        `${CONNECTORS}/key-forms/sql-form.test.ts`,
        'takes the certificate of an address that the key’s authority signed',
      ],
      [
        `${CONNECTORS}/providers/clickhouse/key-form.test.ts`,
        'accepts a key over TLS with the authority of the server, and rejects it at a server that has another',
      ],
    ],
  },
  {
    id: 'R20',
    what: 'SSH servers are those with the pinned host key.',
    tests: [
      [`${CONNECTORS}/providers/sftp/source.test.ts`, 'accepts the server with the pinned host key, and no other'],
      [
        `${CONNECTORS}/key-forms/verify-tunnel.test.ts`,
        'an SSH tunnel is entered by a private key, and only where the host key is the pinned one',
      ],
    ],
  },
  {
    id: 'R21',
    what: 'What unpacks or parses is bounded.',
    tests: [
      ['packages/engine/src/download/load/load-gzip.test.ts', 'a gzip file that is a bomb is refused'],
      [
        'packages/engine/src/download/load/load-rows.test.ts',
        'parquet that is a bomb is refused before it fills the disk',
      ],
      ['packages/engine/src/executors/create-executor.test.ts', 'stops the memory bomb %s'],
      [
        `${MAIL}/parse-mail.test.ts`,
        'hostile mail that takes too long or too much memory is rejected, harms nothing else, and the next one is read',
      ],
    ],
  },
  {
    id: 'R22',
    what: 'Mail: no relay, no smuggling, limits, and rules for authenticated senders.',
    tests: [
      [`${MAIL}/smtp-listener.test.ts`, 'the listener refuses %s'],
      [`${MAIL}/smtp-listener.test.ts`, 'does not take a bare line feed for the end of a mail'],
      [
        `${MAIL}/listener-limits.test.ts`,
        'puts off the mails of a flood, to a recipient and of a client, and takes them later',
      ],
      [
        `${MAIL}/sender-checks.test.ts`,
        'a mail under the name of another domain that asks to reject it is kept, and no rule takes it',
      ],
    ],
  },
  {
    id: 'R23',
    what: 'Files for people contain no formulas; deliveries keep their bytes.',
    tests: [
      [`${FEATURES}/files/rest.test.ts`, 'contain no formulas in the CSV file, and are otherwise unchanged'],
      [
        `${CONNECTORS}/providers/google-sheets/destination.test.ts`,
        'never writes a formula, and says in numbers only what a sheet keeps',
      ],
    ],
  },
  {
    id: 'R24',
    what: 'Limits by account, person, address and token; one account cannot slow another.',
    tests: [
      [`${FEATURES}/exports/rest.test.ts`, 'runs at most twice at once for an account'],
      [
        `${MAIL}/listener-limits.test.ts`,
        'puts off the mails of a flood, to a recipient and of a client, and takes them later',
      ],
      [
        `${API}/graphql/register-graphql.test.ts`,
        'the third large body of an account at once is refused until one of the others has ended',
      ],
      [
        `${API}/graphql/register-graphql.test.ts`,
        'no more is read of a large body that is refused (%s), and its connection ends',
      ],
      [`${API}/load/shed-load.test.ts`, 'an account beyond its rate is refused before the database is read'],
      [`${API}/load/fair-slots.test.ts`, 'a crowded group leaves room for others before they ask'],
    ],
  },
  {
    id: 'R25',
    what: 'No default secret; what is missing or weak ends the start by name.',
    tests: [
      ['packages/server/src/main.test.ts', 'prints one line about a master key that does not belong to the database'],
      ['packages/server/src/env.test.ts', '%s is refused in one line that repeats no secret'],
    ],
  },
  {
    id: 'R26',
    what: 'Supply chain: a lockfile with content hashes, no install scripts, allowed licences, a bill of materials.',
    tests: [
      ['scripts/run.test.ts', 'installs without running the scripts of packages, also when npm installs by itself'],
      ['scripts/run.test.ts', 'refuses a package whose content is not that of the lockfile'],
      ['scripts/run.test.ts', 'refuses what the lockfile does not have'],
      ['scripts/run.test.ts', 'a version that was published less than a week ago is not taken into the lockfile'],
      [
        'packages/cli/src/build/build-docs.test.ts',
        'the first page leads to the licences of third-party software and to the bill of materials',
      ],
    ],
    open: 'the signature of a package is not checked when the lockfile changes.',
  },
  {
    id: 'R27',
    what: 'Each answer has the security headers, and no detail of an unexpected error.',
    tests: [
      [`${API}/http/app.test.ts`, 'headers protect %s'],
      [`${API}/http/app.test.ts`, 'headers protect the answer to bytes that are not HTTP'],
      [`${API}/http/app.test.ts`, 'browsers must stay behind https, and another provider may be reached'],
      [`${API}/http/app.test.ts`, 'an unexpected error shows only its Request-ID'],
    ],
  },
  {
    id: 'R28',
    what: 'No input changes prototypes or is read in two ways.',
    tests: [
      [`${FEATURES}/users/graphql.test.ts`, 'property names that would change prototypes are refused'],
      [`${API}/http/app.test.ts`, '%s is not read'],
      [`${API}/http/app.test.ts`, 'a failure over a text that cannot be stored names its place in %s'],
      [
        `${FEATURES}/events/queries-histogram.test.ts`,
        'a day at an end of the calendar selects what lies on its side: %s',
      ],
    ],
  },
  {
    id: 'R29',
    what: 'An append-only log of acts that matter for security.',
    tests: [
      ['packages/server/src/audit/audit-log.test.ts', 'keeps who did what to whom, from where and by which request'],
      ['packages/server/src/audit/audit-log.test.ts', 'stays hidden from other accounts, which can add none for it'],
      [`${FEATURES}/audit-log/graphql.test.ts`, 'exports of customer rows are recorded'],
      [
        `${FEATURES}/audit-log/recorded-acts.test.ts`,
        'people of support who enter an account are recorded once a day, with the roles by which they may',
      ],
      [
        `${FEATURES}/installation/graphql-retry.test.ts`,
        'a retry that begins at a later page is in the audit log, too',
      ],
      [
        `${FEATURES}/audit-log/recorded-acts.test.ts`,
        'fields and files that a person may not read are recorded with their names',
      ],
      [`${API}/audit-coverage.test.ts`, 'mutations of the schema are recorded, or listed with the reason why not'],
      ['packages/cli/src/commands/audit.test.ts', 'verifies the audit log, and proves that newer entries were removed'],
      [
        'packages/server/src/pipeline/audit-streams/streams.test.ts',
        'delivers the entries of its account in their order, signed, each with its id as the key of repetitions',
      ],
      [
        'packages/server/src/audit/retention.test.ts',
        'removes the entries that are older than the setting, and leaves an anchor with their number and the hash of the last',
      ],
      [
        `${FEATURES}/audit-log/sign-in.test.ts`,
        'an account sees when its people signed in and out, or failed to, and from where',
      ],
      [
        `${FEATURES}/installation/examine-security.test.ts`,
        'targets are reported while they do not receive the audit log, with the reason and how many accounts wait',
      ],
    ],
  },
  {
    id: 'R30',
    what: 'What was ended, suspended or replaced is checked when it is used.',
    tests: [
      [`${FEATURES}/users/end-access.test.ts`, 'ends roles and service tokens, also for a user who is added again'],
      [`${FEATURES}/sso/last-break-glass.test.ts`, 'stays in spite of %s'],
      [
        `${IDENTITY}/sso/group-roles.test.ts`,
        'groups take the roles of the mapping that they do not give, and no other',
      ],
      [
        `${FEATURES}/sso/recheck-domains.test.ts`,
        'counts no longer seven days after its record went missing, and signs in by password again',
      ],
      [`${FEATURES}/keys/add-key.test.ts`, 'stored keys are refused at use when they are suspended or archived'],
      [`${IDENTITY}/identities.test.ts`, 'refuses a blocked password and ends its sessions, and keeps the other login'],
      [
        `${IDENTITY}/required-factor-sessions.test.ts`,
        'a session of a password alone is refused at its renewal once a second factor is required',
      ],
      [
        `${IDENTITY}/required-factor-sessions.test.ts`,
        'a token of a password alone is refused by the next request once a second factor is required',
      ],
      [`${IDENTITY}/external-provider.test.ts`, 'lacks a required second factor with %s'],
      [
        `${IDENTITY}/required-factor.test.ts`,
        'a password alone adds no factor: the link goes to the mailbox of its owner',
      ],
      [`${IDENTITY}/sessions/session-limits.test.ts`, 'a renewal neither begins a session again nor counts as its use'],
      [`${FEATURES}/scim/access.test.ts`, 'ends their access and open streams at once'],
      [
        `${FEATURES}/users/erase-user.test.ts`,
        'leaves their name and address in no column of the database but those that are kept',
      ],
      [`${FEATURES}/users/erase-user.test.ts`, 'every column of text is known to hold a trait of a person, or none'],
      [`${FEATURES}/users/erase-user.test.ts`, 'ends their sessions and tokens at once, and gives the address free'],
      [
        'packages/server/src/pipeline/erasure/erase-account.test.ts',
        'erases its rows, objects and folders, and leaves another account as it was',
      ],
      [
        'packages/server/src/pipeline/erasure/erase-account.test.ts',
        'continues after it was ended between any two steps, and takes effect once',
      ],
      [`${FEATURES}/own-sessions/graphql.test.ts`, 'another session ends at once, cannot be renewed, and is recorded'],
      [`${FEATURES}/own-sessions/graphql.test.ts`, 'a stream of an ended session ends at once'],
      [
        `${IDENTITY}/sso/openid-connect.test.ts`,
        'enters the account of the provider only, whatever else its person may',
      ],
    ],
    open: 'the audit log keeps the names of erased people until its retention ends.',
  },
];
