import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readSettings, SETTING_DOCS, systemEnvironment } from './env.ts';
import { SettingsError } from './settings/settings-error.ts';

const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64');

describe('settings', () => {
  test('the program runs without any on its embedded database and store, with demo data', () => {
    expect(readSettings({}, '/srv/app')).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      roles: ['api', 'worker', 'scheduler', 'ingest'],
      dataDir: '/srv/app/data',
      databaseUrl: null,
      databaseLogins: null,
      storage: { kind: 'folder', folder: '/srv/app/data/files' },
      masterKey: null,
      oidc: { issuer: null, clientId: 'switchboard-console', audience: 'http://localhost:3000/api' },
      demo: true,
      demoDays: 30,
      fault: null,
    });
  });

  test('users are administered at Auth0 where its domain and a client of it are set', () => {
    expect(readSettings({}).auth0).toBeNull();
    const given = { AUTH0_DOMAIN: 'Acme.eu.auth0.com', AUTH0_CLIENT_ID: 'id', AUTH0_CLIENT_SECRET: 'secret' };
    expect(readSettings({ ...given, OIDC_ISSUER: 'https://acme.eu.auth0.com/' }).auth0).toEqual({
      origin: 'https://acme.eu.auth0.com',
      clientId: 'id',
      clientSecret: 'secret',
      connection: 'Username-Password-Authentication',
    });
    expect(() => readSettings(given)).toThrow('OIDC_ISSUER must be set, too, with AUTH0_DOMAIN.');
    expect(() => readSettings({ AUTH0_DOMAIN: 'acme.eu.auth0.com' })).toThrow(
      'AUTH0_CLIENT_ID and AUTH0_CLIENT_SECRET',
    );
    expect(() => readSettings({ AUTH0_DOMAIN: 'https://acme.eu.auth0.com' })).toThrow('must be a domain');
    expect(() => readSettings({ AUTH0_CLIENT_SECRET: 'very secret' })).toThrow(
      /^AUTH0_CLIENT_SECRET must be a client secret\.$/,
    );
  });

  test('the audit log is streamed to each target that is set, and kept without a number of days', () => {
    expect(readSettings({}).audit).toEqual({ targets: [], retentionDays: null });
    const given = {
      AUDIT_WEBHOOK_URL: 'https://siem.example/hook',
      AUDIT_WEBHOOK_SECRET: 'a-secret-of-the-siem',
      AUDIT_OTLP_ENDPOINT: 'https://collector.example:4318',
      AUDIT_OTLP_HEADERS: 'x-key=one%20two,x-team=ops',
      AUDIT_SYSLOG_URL: 'tls://logs.example',
      AUDIT_RETENTION_DAYS: '365',
    };
    expect(readSettings(given).audit).toEqual({
      targets: [
        {
          type: 'webhook',
          address: 'https://siem.example/hook',
          authority: null,
          secrets: { signing_secret: 'a-secret-of-the-siem' },
        },
        {
          type: 'otlp',
          address: 'https://collector.example:4318',
          authority: null,
          secrets: { headers: 'x-key: one two\nx-team: ops' },
        },
        { type: 'syslog', address: 'tls://logs.example', authority: null, secrets: {} },
      ],
      retentionDays: 365,
    });
    const { AUDIT_WEBHOOK_URL: url } = given;
    expect(() => readSettings({ AUDIT_WEBHOOK_URL: url })).toThrow('AUDIT_WEBHOOK_SECRET is missing');
    expect(() => readSettings({ ...given, AUDIT_STREAM_CA: 'none.pem' }, '/srv/app')).toThrow(
      'AUDIT_STREAM_CA names /srv/app/none.pem, which cannot be read.',
    );
    expect(() => readSettings({ AUDIT_SYSLOG_URL: 'udp://logs.example?canary' })).toThrow(
      /^AUDIT_SYSLOG_URL must be an address that starts with tls: or tcp:, without user, password and query\.$/,
    );
    expect(() => readSettings({ AUDIT_RETENTION_DAYS: '30' })).toThrow('must be between 90 and 36500');
  });

  test('deactivated accounts are erased after a number of days where it is set', () => {
    expect(readSettings({}).eraseAccountsAfterDays).toBeNull();
    expect(readSettings({ ERASE_ACCOUNTS_AFTER_DAYS: '30' }).eraseAccountsAfterDays).toBe(30);
    expect(() => readSettings({ ERASE_ACCOUNTS_AFTER_DAYS: '0' })).toThrow('must be between 1 and 36500');
  });

  test('mail is received where a port and a domain are set', () => {
    expect(readSettings({}).ingest).toEqual({
      domain: 'ingest.localhost',
      port: null,
      maxBytes: 26_214_400,
      tls: null,
      dnsServers: [],
    });
    const given = { INGEST_PORT: '2525', INGEST_DOMAIN: 'Ingest.Acme.Example' };
    const tls = { INGEST_TLS_CERT: 'cert.pem', INGEST_TLS_KEY: '/etc/key.pem' };
    expect(readSettings({ ...given, ...tls }, '/srv/app').ingest).toMatchObject({
      domain: 'ingest.acme.example',
      port: 2525,
      tls: { certFile: '/srv/app/cert.pem', keyFile: '/etc/key.pem' },
    });
    const serversOf = (text: string) => readSettings({ INGEST_DNS: text }).ingest.dnsServers;
    expect(serversOf('10.0.0.53, [fd00::53]:5353')).toEqual(['10.0.0.53', '[fd00::53]:5353']);
    expect(serversOf('off')).toBeNull();
    expect(() => serversOf('dns.example')).toThrow('INGEST_DNS must be addresses of DNS servers');
    expect(() => readSettings({ INGEST_PORT: '2525' })).toThrow('INGEST_DOMAIN is missing');
    expect(() => readSettings({ INGEST_TLS_KEY: 'key.pem' })).toThrow('INGEST_TLS_CERT is missing');
    expect(() => readSettings({ INGEST_TLS_CERT: 'cert.pem' })).toThrow('INGEST_TLS_KEY is missing');
  });

  test('an empty setting counts as absent', () => {
    expect(readSettings({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null });
  });

  test('an external database gets no demo data, unless asked for', () => {
    const own = { DATABASE_URL: 'postgresql://u:p@db/switchboard', MASTER_KEY: key };
    expect(readSettings(own).demo).toBe(false);
    expect(readSettings({ ...own, DEMO: 'on' }).demo).toBe(true);
    expect(readSettings(own).masterKey).toEqual([Buffer.from(key, 'base64')]);
  });

  test('the logins of an external database go together, each another one', () => {
    const url = (user: string): string => `postgresql://${user}:p@db/switchboard`;
    const all = {
      MASTER_KEY: key,
      DATABASE_URL: url('work'),
      DATABASE_OWNER_URL: url('owner'),
      DATABASE_IDENTITY_URL: url('identity'),
      DATABASE_ADMIN_URL: url('admin'),
    };
    const { databaseUrl, databaseLogins } = readSettings(all);
    expect(databaseUrl).toBe(url('work'));
    expect(databaseLogins).toEqual({ owner: url('owner'), identity: url('identity'), admin: url('admin') });
    expect(() => readSettings({ ...all, DATABASE_ADMIN_URL: '' })).toThrow(/go together: set all three/);
    expect(() => readSettings({ ...all, DATABASE_ADMIN_URL: url('work') })).toThrow(/must name different users/);
  });

  test('a process may work without the owner of its database, and read without the master key', () => {
    const url = (user: string): string => `postgresql://${user}:p@db/switchboard`;
    const given = {
      DATABASE_URL: url('work'),
      DATABASE_IDENTITY_URL: url('identity'),
      DATABASE_ADMIN_URL: url('admin'),
    };
    expect(readSettings({ ...given, MASTER_KEY: key }).databaseLogins?.owner).toBeNull();
    expect(() => readSettings(given)).toThrow('MASTER_KEY is missing');
    expect(readSettings(given, '/srv/app', false).masterKey).toBeNull();
  });

  test.each([
    ['file:///var/files', '/var/files'],
    ['file:/var/files', '/var/files'],
    ['file:./files', '/srv/app/files'],
    ['file:///var/my%20files', '/var/my files'],
  ])('STORAGE_URL %s is the folder %s', (url, folder) => {
    expect(readSettings({ STORAGE_URL: url }, '/srv/app').storage).toEqual({ kind: 'folder', folder });
  });

  test('STORAGE_URL may be a store that speaks S3', () => {
    const account = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' };
    const url = 's3://files-of-us/a/b?endpoint=http://minio:9000&region=eu-west-1';
    expect(readSettings({ ...account, STORAGE_URL: url }).storage).toEqual({
      kind: 's3',
      bucket: 'files-of-us',
      prefix: 'a/b',
      endpoint: 'http://minio:9000',
      region: 'eu-west-1',
      accessKeyId: 'AKIA',
      secretAccessKey: 'secret',
    });
    expect(readSettings({ ...account, STORAGE_URL: 's3://files' }).storage).toMatchObject({
      prefix: '',
      endpoint: null,
      region: null,
    });
  });

  test('STORAGE_URL may be Google Cloud Storage, as a service account or as the account of the machine', () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-env-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const json = '{"type":"service_account"}';
    writeFileSync(join(folder, 'account.json'), json);
    const given = { STORAGE_URL: 'gs://files_of.us/a/b', GOOGLE_APPLICATION_CREDENTIALS: 'account.json' };
    expect(readSettings(given, folder).storage).toEqual({
      kind: 'gcs',
      bucket: 'files_of.us',
      prefix: 'a/b',
      endpoint: null,
      serviceAccount: json,
      metadataHost: 'metadata.google.internal',
    });
    const url = 'gs://files?endpoint=https://storage.private.example';
    expect(readSettings({ STORAGE_URL: url, GCE_METADATA_HOST: '127.0.0.1:80' }).storage).toMatchObject({
      prefix: '',
      endpoint: 'https://storage.private.example',
      serviceAccount: null,
      metadataHost: '127.0.0.1:80',
    });
    for (const own of ['http://localhost:4443', 'http://gcs:4443', 'http://10.0.0.7', 'http://[::1]:80'])
      expect(readSettings({ STORAGE_URL: `gs://files?endpoint=${own}` }).storage).toMatchObject({ endpoint: own });
    const missing = { ...given, GOOGLE_APPLICATION_CREDENTIALS: 'nowhere.json' };
    expect(() => readSettings(missing, folder)).toThrow('nowhere.json, which cannot be read');
  });

  test('reads lists, and a fault with its count', () => {
    const settings = readSettings({
      ROLES: 'worker, scheduler',
      EGRESS_ALLOW: 'db.local:5432,[::1]:80',
      FAULT: 'mid-load:3',
    });
    expect(settings.roles).toEqual(['worker', 'scheduler']);
    expect(settings.egressAllow).toEqual(['db.local:5432', '[::1]:80']);
    expect(settings.fault).toEqual({ point: 'mid-load', count: 3 });
    expect(readSettings({ FAULT: 'after-claim' }).fault).toEqual({ point: 'after-claim', count: 1 });
  });

  test('hold an OAuth client for each provider', () => {
    const text = JSON.stringify({
      google: { client_id: 'id', client_secret: 's3cret' },
      sample: { client_id: 'a', client_secret: 'b', origin: 'http://127.0.0.1:4600/' },
    });
    expect([...readSettings({ OAUTH_CLIENTS: text }).oauthClients]).toEqual([
      ['google', { id: 'id', secret: 's3cret', origin: null }],
      ['sample', { id: 'a', secret: 'b', origin: 'http://127.0.0.1:4600' }],
    ]);
    expect(readSettings({}).oauthClients.size).toBe(0);
  });

  const REFUSED: Readonly<Record<string, string>> = {
    'PORT=0': 'PORT must be between 1 and 65535 (it is "0").',
    'PORT=80a': 'PORT must be a whole number (it is "80a").',
    'HOST=a b': 'HOST must be an address or a host name (it is "a b").',
    'ROLES=api,web': 'ROLES may only name api, worker, scheduler, ingest (it is "api,web").',
    'ROLES=,': 'ROLES must name at least one role (it is ",").',
    'PUBLIC_URL=https://x.test/app': 'PUBLIC_URL must have no path.',
    'PUBLIC_URL=http://data.acme.com':
      'PUBLIC_URL must start with https:, because its host is not in a private network.',
    'PUBLIC_URL=http://8.8.8.8': 'PUBLIC_URL must start with https:, because its host is not in a private network.',
    'OIDC_ISSUER=http://login.acme.com/':
      'OIDC_ISSUER must start with https:, because its host is not in a private network (it is "http://login.acme.com/").',
    'DATABASE_URL=mysql://u:secret@x/y': 'DATABASE_URL must be an address that starts with postgresql: or postgres:.',
    'DATABASE_URL=postgres://u:secret@x/y':
      'MASTER_KEY is missing: with DATABASE_URL it must be the Base64 of 32 random bytes (openssl rand -base64 32), or name a key of a key service.',
    'MASTER_KEY=vault:transit/keys/a': 'VAULT_ADDR is missing: vault:transit/keys/a in MASTER_KEY needs it.',
    'MASTER_KEY=vault:../keys/a':
      'MASTER_KEY must be Base64, or a reference such as aws-kms:arn:…, gcp-kms:projects/…, azure-kv:https://… or vault:transit/keys/….',
    'MASTER_KEY=c2hvcnQ=': 'MASTER_KEY must be the Base64 of exactly 32 bytes.',
    [`MASTER_KEY=${Buffer.alloc(32).toString('base64')}`]: 'MASTER_KEY must be random.',
    'STORAGE_URL=az://container': 'STORAGE_URL must be an address that starts with file: or s3: or gs:.',
    'STORAGE_URL=gs://id@bucket': 'STORAGE_URL must hold no account; set GOOGLE_APPLICATION_CREDENTIALS.',
    'STORAGE_URL=gs://a':
      'STORAGE_URL must name a bucket of 3 to 222 lower-case letters, digits, dots and hyphens, as in gs://bucket/prefix.',
    'STORAGE_URL=gs://bucket?region=eu': 'STORAGE_URL may only have the parameter endpoint.',
    'STORAGE_URL=gs://bucket?endpoint=http://:80': 'STORAGE_URL must have an endpoint without a path.',
    'STORAGE_URL=gs://bucket?endpoint=http://storage.example.com':
      'STORAGE_URL must have an endpoint of https: whoever sees a request of http has the token in it.',
    'STORAGE_URL=gs://bucket?endpoint=http://[2a00:1450:4001::1]:80':
      'STORAGE_URL must have an endpoint of https: whoever sees a request of http has the token in it.',
    'STORAGE_URL=gs://bucket GCE_METADATA_HOST=http://x':
      'GCE_METADATA_HOST must be a host, or a host and a port (it is "http://x").',
    'STORAGE_URL=s3://bucket': 'AWS_ACCESS_KEY_ID is missing: a store that speaks S3 needs an account.',
    'STORAGE_URL=s3://bucket AWS_ACCESS_KEY_ID=AKIA':
      'AWS_SECRET_ACCESS_KEY is missing: a store that speaks S3 needs an account.',
    'STORAGE_URL=s3://id:secret@bucket':
      'STORAGE_URL must hold no account; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    'STORAGE_URL=s3://UP':
      'STORAGE_URL must name a bucket of 3 to 63 lower-case letters, digits, dots and hyphens, as in s3://bucket/prefix.',
    'STORAGE_URL=s3://bucket/a//b': 'STORAGE_URL must have a prefix of plain names and slashes.',
    'STORAGE_URL=s3://bucket?key=1': 'STORAGE_URL may only have the parameters endpoint and region.',
    'STORAGE_URL=s3://bucket?endpoint=http://x/y': 'STORAGE_URL must have an endpoint without a path.',
    'STORAGE_URL=s3://bucket?region=EU%20west': 'STORAGE_URL must have a region such as eu-west-1.',
    'DEMO=yes': 'DEMO must be on or off (it is "yes").',
    'LOG_LEVEL=loud': 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent (it is "loud").',
    'EGRESS_ALLOW=http://x':
      'EGRESS_ALLOW must be hosts, or hosts with a port, separated by commas (it is "http://x").',
    'OAUTH_CLIENTS={': 'OAUTH_CLIENTS must be JSON.',
    'OAUTH_CLIENTS={"pigeon":{}}': 'OAUTH_CLIENTS may only name facebook, google, sample, snapchat, slack.',
    'OAUTH_CLIENTS={"google":{"client_id":"x"}}':
      'OAUTH_CLIENTS must give each provider a client_id and a client_secret.',
    'OAUTH_CLIENTS={"sample":{"client_id":"x","client_secret":"y"}}': 'OAUTH_CLIENTS must give sample an origin.',
    'FAULT=mid-load:0': 'FAULT must count from 1 (it is "mid-load:0").',
    'REQUIRE_SECOND_FACTOR=yes': 'REQUIRE_SECOND_FACTOR must be on or off (it is "yes").',
    'OWNER_EMAIL=owner': 'OWNER_EMAIL must be an email address (it is "owner").',
  };
  test.each(Object.entries(REFUSED))('%s is refused in one line that repeats no secret', (text, message) => {
    const settings = text.split(/ (?=[A-Z_]+=)/).map((setting): [string, string] => {
      const [name = '', value = ''] = setting.split(/=(.*)/s, 2);
      return [name, value];
    });
    const environment = Object.fromEntries(settings);
    expect(() => readSettings(environment)).toThrow(new SettingsError(message));
  });

  test('settings of mail say what they need', { tags: 'proof:mail-settings-documented' }, () => {
    const docs = new Map(SETTING_DOCS.map(({ name, doc }) => [name, doc]));
    expect(docs.get('SMTP_URL')).toContain('written to the folder `outbox`');
    expect(docs.get('ROLES')).toContain('`ingest` receives mail where INGEST_PORT is set');
  });

  test('each setting has an explanation', () => {
    for (const { name, doc } of SETTING_DOCS) expect(doc, name).toMatch(/^[A-Z].+[.]$/);
  });
});

test('child processes inherit no secrets', () => {
  expect(systemEnvironment({ PATH: '/bin', MASTER_KEY: key, DATABASE_URL: 'x' })).toEqual({
    PATH: '/bin',
    LC_ALL: 'C',
  });
});
