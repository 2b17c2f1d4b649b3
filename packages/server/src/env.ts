import { resolve } from 'node:path';
import { FAULT_POINTS } from '@switchboard/model/faults';
import { OAUTH_CLIENT_NAMES } from '@switchboard/model/key-types/oauth-providers';
import { z } from 'zod';
import { AUDIT_SETTINGS, auditOf } from './settings/audit-settings.ts';
import { auth0Of } from './settings/auth0-settings.ts';
import { awsIdentityOf } from './settings/aws-identity.ts';
import { DATABASE_SETTINGS, databaseLoginsOf } from './settings/database-settings.ts';
import { dnsServers } from './settings/dns-servers.ts';
import { headerList } from './settings/header-list.ts';
import { ingestOf } from './settings/ingest-settings.ts';
import { LOAD_SETTINGS, WORK_SETTINGS } from './settings/load-settings.ts';
import { LOG_SETTINGS } from './settings/log-settings.ts';
import { keyServicesOf, MASTER_KEY_SETTINGS } from './settings/master-key-settings.ts';
import { clientsOf, oauthClients } from './settings/oauth-clients-setting.ts';
import { RETENTION_SETTINGS, retentionOf } from './settings/retention-settings.ts';
import { SANDBOX_SETTINGS } from './settings/sandbox-settings.ts';
import { SESSION_SETTINGS } from './settings/session-settings.ts';
import { address, isNetwork, list, number, origin, site } from './settings/setting-schemas.ts';
import { SettingsError } from './settings/settings-error.ts';
import { STORAGE_SETTINGS, storageOf } from './settings/storage-settings.ts';
import { TRACING_SETTINGS } from './settings/tracing-settings.ts';

export const PROCESS_ROLES = ['api', 'worker', 'scheduler', 'ingest'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** Description, default and format of each setting. */
const SETTINGS = {
  PORT: { doc: 'TCP port of the console and the API.', fallback: '3000', schema: number(1, 65_535) },
  HOST: {
    doc: 'Address to listen on. `0.0.0.0` opens the program to the network.',
    fallback: '127.0.0.1',
    schema: z.string().regex(/^[\w.:-]+$/, 'must be an address or a host name'),
  },
  PUBLIC_URL: {
    doc: 'Where browsers reach the program, without a path. Without it `http://localhost:PORT`.',
    fallback: '',
    schema: origin,
  },
  TRUSTED_PROXIES: {
    doc: 'Reverse proxies in front of the program: addresses or networks such as `10.0.0.0/8`, separated by commas. Only from these the header `X-Forwarded-For` is believed, by which limits of sign-in know the address of a client. Behind a proxy that is not named here all clients share the limits of one address.',
    fallback: '',
    schema: list.pipe(z.array(z.string().refine(isNetwork, 'must be addresses or networks, separated by commas'))),
  },
  ROLES: {
    doc: 'What this process does, separated by commas: `api`, `worker`, `scheduler`, `ingest`. `ingest` receives mail where INGEST_PORT is set.',
    fallback: PROCESS_ROLES.join(','),
    schema: list.pipe(
      z.array(z.enum(PROCESS_ROLES, `may only name ${PROCESS_ROLES.join(', ')}`)).min(1, 'must name at least one role'),
    ),
  },
  DATA_DIR: {
    doc: 'Folder of everything kept on this machine: the embedded database, files, generated secrets.',
    fallback: 'data',
    schema: z.string().refine((path) => !path.includes('\0'), 'must be a path'),
  },
  ...DATABASE_SETTINGS,
  ...STORAGE_SETTINGS,
  AWS_ASSUME_ROLE_KEY: {
    doc: 'Access key at AWS, as `id:secret`, that assumes the roles of keys of type `aws_role`. Its own permissions should be `sts:AssumeRole` alone. Without it such keys cannot be used.',
    fallback: '',
    schema: z.string().regex(/^[^\s:]{1,200}:[^\s:]{1,200}$/, 'must be an access key id, a colon and its secret'),
  },
  ...MASTER_KEY_SETTINGS,
  OIDC_ISSUER: {
    doc: 'OpenID provider that signs people in. Without it the embedded one.',
    fallback: '',
    schema: site,
  },
  OIDC_CLIENT_ID: {
    doc: 'The console’s client id at the OpenID provider.',
    fallback: 'switchboard-console',
    schema: z.string().max(200, 'is too long'),
  },
  OIDC_AUDIENCE: {
    doc: 'Audience that access tokens must carry. Without it `PUBLIC_URL/api`.',
    fallback: '',
    schema: z.string().max(500, 'is too long'),
  },
  REQUIRE_SECOND_FACTOR: {
    doc: 'Whether everybody whom the embedded OpenID provider signs in needs an authenticator app or a passkey besides the password: `on` or `off`. A person who has none adds an app after choosing a handed-out password, or by a link that the next sign-in mails; open sessions of a password alone end. With OIDC_ISSUER, access tokens must carry `mfa` in `amr`, or an `acr` of several factors.',
    fallback: 'off',
    schema: z.enum(['on', 'off'], 'must be on or off').transform((text) => text === 'on'),
  },
  AUTH0_DOMAIN: {
    doc: 'Domain of the Auth0 tenant of OIDC_ISSUER, such as `acme.eu.auth0.com`: users are then also added, blocked and deleted there, and their passwords reset. Needs AUTH0_CLIENT_ID and AUTH0_CLIENT_SECRET.',
    fallback: '',
    schema: z.string().regex(/^[a-z\d-]+(?:\.[a-z\d-]+)+$/i, 'must be a domain'),
  },
  AUTH0_CLIENT_ID: {
    doc: 'Machine-to-machine application of that tenant. Its grant for the Management API has the scopes `read:users`, `create:users`, `update:users`, `delete:users` and `create:user_tickets`.',
    fallback: '',
    schema: z.string().regex(/^\S{1,200}$/, 'must be a client id'),
  },
  AUTH0_CLIENT_SECRET: {
    doc: 'Secret of that application.',
    fallback: '',
    schema: z.string().regex(/^\S{1,500}$/, 'must be a client secret'),
  },
  AUTH0_CONNECTION: {
    doc: 'Database connection of that tenant to which users are added.',
    fallback: 'Username-Password-Authentication',
    schema: z.string().max(128, 'is too long'),
  },
  OWNER_EMAIL: {
    doc: 'The owner of an empty installation: at the first start without demo data this person is made.',
    fallback: 'owner@switchboard.example',
    schema: z.email('must be an email address'),
  },
  SMTP_URL: {
    doc: 'Mail server for outgoing mail: `smtp://` or `smtps://`, with user and password where it wants them. Without it mail is written to the folder `outbox` in DATA_DIR.',
    fallback: '',
    schema: address('smtp', 'smtps'),
  },
  MAIL_FROM: {
    doc: 'Sender of outgoing mail. Without it `switchboard@` the host of PUBLIC_URL.',
    fallback: '',
    schema: z.email('must be an email address'),
  },
  INGEST_DOMAIN: {
    doc: 'Domain of the addresses that receive mail. Its MX record leads to the role `ingest`. Required with INGEST_PORT; without both, addresses end in `ingest.` and the host of PUBLIC_URL.',
    fallback: '',
    schema: z.string().regex(/^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i, 'must be a domain'),
  },
  INGEST_PORT: {
    doc: 'TCP port of HOST on which the role `ingest` receives mail by SMTP. Without it, it receives none.',
    fallback: '',
    schema: number(1, 65_535),
  },
  INGEST_MAX_BYTES: {
    doc: 'Largest mail that is received, in bytes.',
    fallback: '26214400',
    schema: number(1024, 52_428_800),
  },
  INGEST_TLS_CERT: {
    doc: 'File with the certificate chain for STARTTLS, as PEM. Without it STARTTLS is not offered.',
    fallback: '',
    schema: z.string().refine((path) => !path.includes('\0'), 'must be a path'),
  },
  INGEST_TLS_KEY: {
    doc: 'File with the private key of that certificate, as PEM.',
    fallback: '',
    schema: z.string().refine((path) => !path.includes('\0'), 'must be a path'),
  },
  INGEST_DNS: {
    doc: 'DNS servers that are asked who may send mail (SPF, DKIM, DMARC): addresses with or without a port, separated by commas; `system` for those of this machine; `off` checks no senders.',
    fallback: 'system',
    schema: dnsServers,
  },
  DEMO: {
    doc: 'Demo accounts, people and data: `on` or `off`. Without it on with the embedded database, off with DATABASE_URL.',
    fallback: '',
    schema: z.enum(['on', 'off'], 'must be on or off').transform((text) => text === 'on'),
  },
  DEMO_DAYS: { doc: 'Report dates that the demo runs at its first start.', fallback: '30', schema: number(1, 366) },
  SAMPLE_PROVIDER_URL: {
    doc: 'Where the demo’s sample provider runs. Without it the program starts one itself.',
    fallback: '',
    schema: origin,
  },
  ...WORK_SETTINGS,
  ...LOAD_SETTINGS,
  ...SANDBOX_SETTINGS,
  ...SESSION_SETTINGS,
  EGRESS_ALLOW: {
    doc: 'Private hosts that sources and destinations may connect to: `host` or `host:port`, separated by commas. The key of a Google service account may name them for its tokens; its APIs are then asked there, too.',
    fallback: '',
    schema: list.pipe(
      z.array(
        z
          .string()
          .regex(/^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i, 'must be hosts, or hosts with a port, separated by commas'),
      ),
    ),
  },
  OAUTH_CLIENTS: {
    doc: `OAuth clients by provider (${OAUTH_CLIENT_NAMES.map((name) => `\`${name}\``).join(', ')}), as JSON: \`{"google": {"client_id": "…", "client_secret": "…"}}\`. The redirect URI to register at the provider is \`PUBLIC_URL/api/oauth/callback\`. \`sample\` also has \`origin\`, where the sample provider runs.`,
    fallback: '',
    schema: oauthClients,
  },
  ...LOG_SETTINGS,
  SLACK_API_URL: {
    doc: 'Web API of Slack, such as `https://slack-gov.com/api`. Without it `https://slack.com/api`; in the demo a stand-in that keeps what it gets.',
    fallback: '',
    schema: address('https', 'http'),
  },
  METRICS_TOKEN: {
    doc: 'Programs that send `Authorization: Bearer` and this token may read `GET /metrics`: 16 to 200 letters, digits or `.~+/=_-`. Without it only programs on this machine may.',
    fallback: '',
    schema: z.string().regex(/^[\w.~+/=-]{16,200}$/, 'must be 16 to 200 letters, digits or .~+/=_-'),
  },
  METRICS_PORT: {
    doc: 'TCP port on which a process without the role `api` answers `GET /metrics`, `/live`, `/ready` and `/_heartbeat`. Without it, it does not.',
    fallback: '',
    schema: number(1, 65_535),
  },
  ...TRACING_SETTINGS,
  ...AUDIT_SETTINGS,
  ...RETENTION_SETTINGS,
  FAULT: {
    doc: 'For tests only: the named point at which this process kills itself, or `point:n` for the n-th time it gets there.',
    fallback: '',
    schema: z
      .string()
      .regex(/^[a-z-]+(:\d{1,9})?$/, 'must be a point, or a point and a count as in mid-load:3')
      .transform((text) => {
        const [point, count] = text.split(':');
        return { point, count: Number(count ?? 1) };
      })
      .pipe(
        z.object({
          point: z.enum(FAULT_POINTS, `must name one of ${FAULT_POINTS.join(', ')}`),
          count: z.number().min(1, 'must count from 1'),
        }),
      ),
  },
} as const satisfies Readonly<Record<string, { doc: string; fallback: string; schema: z.ZodType<unknown, string> }>>;

type Name = keyof typeof SETTINGS;
type Value<N extends Name> = z.output<(typeof SETTINGS)[N]['schema']>;

export type Environment = Readonly<Record<string, string | undefined>>;
export type Settings = ReturnType<typeof readSettings>;

/** Name, explanation and default ('' for none) of every setting, for the reference page. */
export const SETTING_DOCS = Object.entries(SETTINGS).map(([name, { doc, fallback }]) => ({ name, doc, fallback }));

/**
 * The settings of a process. A setting that is empty counts as absent.
 * @param sealed whether it opens secrets, and so needs the master key
 * @throws SettingsError at the first one that cannot be used
 */
export function readSettings(environment: Environment = process.env, folder = process.cwd(), sealed = true) {
  const text = (name: Name): string => (environment[name] ?? '').trim() || SETTINGS[name].fallback;
  const optional = <N extends Name>(name: N): Value<N> | null => (text(name) === '' ? null : parse(name, text(name)));
  const required = <N extends Name>(name: N): Value<N> => parse(name, text(name));

  const port = required('PORT');
  const dataDir = resolve(folder, required('DATA_DIR'));
  const databaseUrl = optional('DATABASE_URL');
  const publicUrl = new URL(optional('PUBLIC_URL') ?? `http://localhost:${port}`).origin;
  const masterKey = optional('MASTER_KEY');
  const sampleProviderUrl = optional('SAMPLE_PROVIDER_URL');
  if (sealed && databaseUrl !== null && masterKey === null) {
    throw new SettingsError(
      'MASTER_KEY is missing: with DATABASE_URL it must be the Base64 of 32 random bytes (openssl rand -base64 32), or name a key of a key service.',
    );
  }
  return {
    port,
    host: required('HOST'),
    publicUrl,
    roles: required('ROLES') as readonly ProcessRole[],
    /** Absolute path. */
    dataDir,
    /** Null: the embedded database. */
    databaseUrl,
    /** Null: DATABASE_URL alone. */
    databaseLogins: databaseLoginsOf(databaseUrl, optional),
    storage: storageOf(
      optional('STORAGE_URL'),
      {
        awsId: optional('AWS_ACCESS_KEY_ID'),
        awsSecret: optional('AWS_SECRET_ACCESS_KEY'),
        googleFile: optional('GOOGLE_APPLICATION_CREDENTIALS'),
        googleMetadata: required('GCE_METADATA_HOST'),
      },
      dataDir,
      folder,
    ),
    /** Null: those in the data folder. */
    masterKey,
    accountKeyCacheSeconds: required('ACCOUNT_KEY_CACHE_SECONDS'),
    keyServices: keyServicesOf(masterKey, optional, folder),
    oidc: {
      /** Null: the embedded provider. */
      issuer: optional('OIDC_ISSUER'),
      clientId: required('OIDC_CLIENT_ID'),
      audience: optional('OIDC_AUDIENCE') ?? `${publicUrl}/api`,
    },
    requireSecondFactor: required('REQUIRE_SECOND_FACTOR'),
    /** Seconds. */
    sessionLimits: {
      administrators: {
        absolute: required('ADMIN_SESSION_HOURS') * 3_600,
        idle: required('ADMIN_SESSION_IDLE_MINUTES') * 60,
      },
      others: { absolute: required('SESSION_HOURS') * 3_600, idle: required('SESSION_IDLE_MINUTES') * 60 },
    },
    signingKeyDays: required('SIGNING_KEY_DAYS'),
    trustedProxies: optional('TRUSTED_PROXIES') ?? [],
    /** Null: users are not administered at Auth0. */
    auth0: auth0Of({
      domain: optional('AUTH0_DOMAIN'),
      clientId: optional('AUTH0_CLIENT_ID'),
      clientSecret: optional('AUTH0_CLIENT_SECRET'),
      connection: required('AUTH0_CONNECTION'),
      issuer: optional('OIDC_ISSUER'),
    }),
    ownerEmail: required('OWNER_EMAIL'),
    /** Null: mail is written to a folder. */
    smtpUrl: optional('SMTP_URL'),
    mailFrom: optional('MAIL_FROM') ?? `switchboard@${new URL(publicUrl).hostname}`,
    ingest: ingestOf(
      {
        domain: optional('INGEST_DOMAIN'),
        port: optional('INGEST_PORT'),
        maxBytes: required('INGEST_MAX_BYTES'),
        cert: optional('INGEST_TLS_CERT'),
        key: optional('INGEST_TLS_KEY'),
        dnsServers: required('INGEST_DNS'),
      },
      publicUrl,
      folder,
    ),
    loadRates: {
      person: required('API_RATE_PERSON'),
      account: required('API_RATE_ACCOUNT'),
      address: required('API_RATE_ADDRESS'),
      previews: required('API_RATE_PREVIEWS'),
      exports: required('API_RATE_EXPORTS'),
      tests: required('API_RATE_TESTS'),
    },
    signInBursts: { pages: required('SIGN_IN_PAGES'), failures: required('SIGN_IN_FAILURES') },
    demo: optional('DEMO') ?? databaseUrl === null,
    demoDays: required('DEMO_DAYS'),
    sampleProviderUrl: sampleProviderUrl === null ? null : new URL(sampleProviderUrl).origin,
    defaultQuota: { account: required('ACCOUNT_RUNNING_LIMIT'), key: required('KEY_RUNNING_LIMIT') },
    workerConcurrency: required('WORKER_CONCURRENCY'),
    workerPool: optional('WORKER_POOL'),
    queryLimits: {
      memoryBytes: required('QUERY_MEMORY_MB') * 1024 ** 2,
      timeoutMs: required('QUERY_MINUTES') * 60_000,
      spillBytes: required('QUERY_SPILL_GB') * 1024 ** 3,
    },
    egressAllow: (optional('EGRESS_ALLOW') ?? []) as readonly string[],
    /** Null: keys of roles cannot be used. */
    awsIdentity: awsIdentityOf(optional('AWS_ASSUME_ROLE_KEY')),
    oauthClients: clientsOf(optional('OAUTH_CLIENTS') ?? {}),
    /** Null: Slack's own, or the demo's. Without a slash at its end. */
    slackApi: optional('SLACK_API_URL')?.replace(/\/+$/, '') ?? null,
    logLevel: required('LOG_LEVEL'),
    logRotation: { maxBytes: required('LOG_FILE_MEGABYTES') * 1_000_000, files: required('LOG_FILES') },
    sandbox: required('SANDBOX'),
    fault: optional('FAULT'),
    metricsToken: optional('METRICS_TOKEN'),
    /** Null: a process without the role `api` serves no metrics. */
    metricsPort: optional('METRICS_PORT'),
    /** Null: only administrators erase accounts. */
    eraseAccountsAfterDays: optional('ERASE_ACCOUNTS_AFTER_DAYS'),
    retention: retentionOf(optional),
    audit: auditOf(
      {
        webhook: optional('AUDIT_WEBHOOK_URL'),
        secret: optional('AUDIT_WEBHOOK_SECRET'),
        otlp: optional('AUDIT_OTLP_ENDPOINT'),
        headers: optional('AUDIT_OTLP_HEADERS') ?? [],
        syslog: optional('AUDIT_SYSLOG_URL'),
        authority: optional('AUDIT_STREAM_CA'),
        retentionDays: optional('AUDIT_RETENTION_DAYS'),
      },
      folder,
    ),
    /** Null: errors of the console are sent to no collector. */
    sentry: optional('SENTRY_DSN'),
    tracing: {
      /** Null: nothing is traced. */
      endpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT'),
      headers: headerList(optional('OTEL_EXPORTER_OTLP_HEADERS') ?? []),
      serviceName: required('OTEL_SERVICE_NAME'),
      ratio: required('OTEL_TRACES_SAMPLER_ARG'),
    },
  } as const;
}

function parse<N extends Name>(name: N, text: string): Value<N> {
  const result = SETTINGS[name].schema.safeParse(text);
  if (result.success) return result.data as Value<N>;
  const why = result.error.issues[0]?.message ?? 'cannot be used';
  // A value may be a password or a key: only what is plainly neither is repeated.
  const shown =
    /URL|DSN|KEY|TOKEN|SECRET|HEADERS|ENDPOINT|CLIENTS/.test(name) || text.length > 60 ? '' : ` (it is "${text}")`;
  throw new SettingsError(`${name} ${why}${shown}.`);
}

/** Returns the part of our environment that programs of the operating system need, without secrets. */
export function systemEnvironment(environment: Environment = process.env): Record<string, string> {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'].flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}
