import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KeyServices, startKeyServices } from '@switchboard/connectors/testing/key-services';
import type { KeyServiceKind } from '@switchboard/model/key-reference';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../src/env.ts';
import { loadMasterKey, rewrapMasterKeys } from '../../src/identity/master-keys/load-master-key.ts';
import { rotateMasterKey } from '../../src/identity/master-keys/rotate-master-key.ts';
import { loadSigningKeys } from '../../src/identity/signing-keys.ts';
import { SEALED_COLUMNS } from '../../src/programs/sealed-columns.ts';
import { keysOf } from '../../src/settings/master-key.ts';
import { buildAccount } from '../../testing/build-account.ts';
import { queryAsSuperuser } from '../../testing/database.ts';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { addSealedValues, startProgram, tryAll } from './rotate-under-load.ts';

const chained = useDatabase({ own: true });
const used = useDatabase({ own: true });
const folder = useFolder('key-services');
const KINDS = ['aws-kms', 'gcp-kms', 'azure-kv', 'vault'] as const satisfies readonly KeyServiceKind[];
let services: KeyServices;
let settings: Readonly<Record<string, string>>;

beforeAll(async () => {
  services = await startKeyServices();
  mkdirSync(folder, { recursive: true });
  settings = services.settings(join(folder, 'service-account.json'));
});
afterAll(() => services.close());

/** The settings of an installation with these master keys, and what loads them. */
const loadingOf = (masterKey: string, database: (typeof used)['database'], changes: Record<string, string> = {}) => ({
  database,
  settings: readSettings({ DATABASE_URL: used.url, DATA_DIR: folder, MASTER_KEY: masterKey, ...settings, ...changes }),
  onUnavailable: async (error: Error): Promise<never> => {
    throw error;
  },
});
const load = (masterKey: string, database = used.database, changes: Record<string, string> = {}) =>
  loadMasterKey(loadingOf(masterKey, database, changes));

describe('a master key by reference', () => {
  it('rotates between any two kinds, and the key before opens nothing afterwards', async () => {
    const { database } = chained;
    const first = randomBytes(32);
    await addSealedValues(database, await buildAccount(database), first);
    const file = join(folder, 'own.key');
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`);
    const kinds = [first.toString('base64'), `file:${file}`, ...KINDS.map((kind) => services.references[kind])];
    // A way on which each kind comes directly after each other one.
    const [start = '', ...way] = kinds.flatMap((from, at) => [
      from,
      ...kinds.slice(at + 1).flatMap((to) => [to, from]),
    ]);
    const steps = new Set<string>();
    let sealing = start;
    for (const to of way) {
      const keys = await load(`${to},${sealing}`, database);
      const result = await rotateMasterKey(database, SEALED_COLUMNS, keys);
      expect(result).toMatchObject({ done: result.total, unopened: [] });
      const [now, before] = keysOf(keys);
      expect(await tryAll(database, now)).toEqual({ values: 6, opened: 6 });
      expect(await tryAll(database, before ?? now)).toEqual({ values: 6, opened: 0 });
      steps.add(`${sealing} to ${to}`);
      sealing = to;
    }
    expect(steps.size).toBe(kinds.length * (kinds.length - 1));
  });

  it.each(KINDS)('makes the key of %s once, the same for every program', async (kind) => {
    const reference = services.references[kind];
    const [one, other] = await Promise.all([load(reference), load(reference)]);
    expect(keysOf(one)[0]).toEqual(keysOf(other)[0]);
    expect(keysOf(await load(reference))[0]).toEqual(keysOf(one)[0]);
    expect(keysOf(await load(`${reference}#2`))[0]).not.toEqual(keysOf(one)[0]);
    const rows = await queryAsSuperuser(
      used.url,
      `select wrapped from wrapped_master_key where reference = '${reference}'`,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(keysOf(one)[0].toString('base64').slice(0, 40));
    const [entry] = await queryAsSuperuser(
      used.url,
      `select actor, count(*)::int as entries from audit_entry
       where kind = 'master_key_created' and after ->> 'reference' = '${reference}' group by actor`,
    );
    expect(entry).toEqual({ actor: 'system', entries: 1 });
  });

  it('wraps again with the newest version of the key of each service', async () => {
    const masterKey = KINDS.map((kind) => services.references[kind]).join(',');
    const before = await load(masterKey);
    const wrapped = () =>
      queryAsSuperuser<{ reference: string; wrapped: string }>(
        used.url,
        'select reference, wrapped from wrapped_master_key order by 1',
      );
    const rows = await wrapped();
    expect(await rewrapMasterKeys(loadingOf(masterKey, used.database))).toEqual(masterKey.split(','));
    const again = await wrapped();
    expect(again.filter((row, at) => row.wrapped !== rows[at]?.wrapped)).toHaveLength(KINDS.length);
    expect(await load(masterKey)).toEqual(before);
  });

  it.each(KINDS)('refuses the key of %s when its row holds another wrapped key', async (kind) => {
    const reference = services.references[kind];
    await load(`${reference},${reference}#2`);
    const swap = () =>
      queryAsSuperuser(
        used.url,
        `update wrapped_master_key w set wrapped = o.wrapped from wrapped_master_key o
         where w.reference in ('${reference}', '${reference}#2') and o.reference in ('${reference}', '${reference}#2')
           and w.reference <> o.reference`,
      );
    await swap();
    try {
      await expect(load(reference)).rejects.toThrow(
        / in MASTER_KEY unwraps to another key than [0-9a-f]{16}\. Restore/,
      );
    } finally {
      await swap();
    }
  });

  it.each(KINDS)('refuses the key of %s while it is disabled, and says what to do', async (kind) => {
    await load(services.references[kind]);
    services.disable(kind);
    try {
      await expect(load(services.references[kind])).rejects.toThrow(
        /^MASTER_KEY cannot be opened\. .*refused to unwrap .*\. Check /,
      );
      expect(services.requests()).toBeGreaterThan(0);
    } finally {
      services.enable(kind);
    }
  });

  it.each([
    ['aws-kms', 'KMS_AWS_ACCESS_KEY'],
    ['gcp-kms', 'GOOGLE_APPLICATION_CREDENTIALS'],
    ['azure-kv', 'AZURE_CLIENT_SECRET'],
    ['vault', 'VAULT_TOKEN'],
  ] as const)('needs for %s the setting %s', (kind, name) => {
    const reference = services.references[kind];
    expect(() => loadingOf(reference, used.database, { [name]: '' })).toThrow(
      new RegExp(`${name}.* is missing: .* in MASTER_KEY needs it\\.$`),
    );
  });
});

describe('the program with a master key of a key service', () => {
  it('goes on while the service is away, and a start waits for it and says so', async () => {
    const { database, url } = chained;
    const reference = services.references.vault;
    const current = await load(
      `${reference},${services.references['azure-kv']},${services.references['gcp-kms']},${services.references['aws-kms']}`,
      database,
    );
    await rotateMasterKey(database, SEALED_COLUMNS, current);
    const running = await startProgram(url, folder, [reference], 'api', { settings });
    services.setAway(true);
    try {
      expect((await fetch(`${running.url}/ready`)).status).toBe(200);
      const requests = services.requests();
      // Signing keys are sealed with the master key, which is in memory.
      expect((await fetch(`${running.url}/oidc/jwks`)).status).toBe(200);
      expect(services.requests()).toBe(requests);
      await running.stop();

      const waited = Promise.withResolvers<string>();
      const starting = startProgram(url, folder, [reference], 'api', { settings, say: waited.resolve });
      await expect(waited.promise).resolves.toMatch(
        /^The service of vault:transit\/keys\/wrapping cannot be reached: .* The start waits for it and asks again in 1 s\.$/,
      );
      services.setAway(false);
      await (await starting).stop();
    } finally {
      services.setAway(false);
    }
  });

  it('does not start without the reference that rows need, and names it', async () => {
    const { database, url } = chained;
    const reference = services.references.vault;
    await rotateMasterKey(
      database,
      SEALED_COLUMNS,
      await load(`${reference},${services.references['aws-kms']}`, database),
    );
    await database.withIdentity((tx) => tx.deleteFrom('signing_key').execute());
    const program = startProgram(url, folder, [services.references['gcp-kms']], 'api', { settings });
    await expect(program).rejects.toThrow(/^The master key [0-9a-f]{16} \(vault:transit\/keys\/wrapping\) is missing:/);
    await database.withIdentity((tx) => tx.deleteFrom('signing_key').execute());
    await loadSigningKeys(database, await load(reference, database), Date.now());
  });
});
