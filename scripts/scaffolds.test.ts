import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScratch, type Scratch } from './checks/prove/scratch.ts';
import { CHECKS } from './checks/registry.ts';
import { runTool } from './checks/run-tool.ts';
import { openTree } from './checks/tree.ts';
import { SCAFFOLDS } from './scaffolds/registry.ts';
import { spell } from './scaffolds/scaffold.ts';

const tree = openTree(join(import.meta.dirname, '..'));
const GENERATED = /\.generated\.|\/generated\/|^docs\/reference\/|^packages\/server\/schema\.graphql$|^editors\//;
const GENERATED_HEADER = '// Made by `npm run generate`';
/** `generated` would run the generators again, `unused` and `promises` read the whole project: left to `npm run check`. */
const LEFT_OUT: ReadonlySet<string> = new Set(['generated', 'unused', 'promises']);
let scratch: Scratch;

beforeAll(() => {
  scratch = openScratch(tree);
});
afterAll(() => scratch.remove());

describe('npm run new', () => {
  it.each(SCAFFOLDS.map((scaffold) => [scaffold.kind, scaffold.files, scaffold] as const))(
    'writes a %s in %i files',
    (_kind, files, scaffold) => {
      expect([...scaffold.write(spell('zebra'), tree).keys()]).toHaveLength(files);
    },
  );

  it('writes every kind, and runs the generators', { timeout: 300_000 }, async () => {
    const options = SCAFFOLDS.flatMap(({ kind }) => [kind, 'zebra']);
    const { code, output } = await runTool(scratch.tree().root, 'node', ['scripts/new.ts', ...options]);
    expect(output).toContain('Fill them in');
    expect(code).toBe(0);
    const after = scratch.tree();
    const touched = after.files.filter((path) => !tree.files.includes(path) || after.read(path) !== tree.read(path));
    const promised = SCAFFOLDS.reduce((sum, { files }) => sum + files, 0);
    const isGenerated = (path: string) => GENERATED.test(path) || after.read(path).startsWith(GENERATED_HEADER);
    expect(touched.filter((path) => !isGenerated(path))).toHaveLength(promised);
  });

  it.each(CHECKS.filter(({ name }) => !LEFT_OUT.has(name)).map((check) => [check.name, check] as const))(
    'passes the check %s with everything that was written',
    { timeout: 300_000 },
    async (_name, check) => {
      expect((await check.run(scratch.tree())).findings).toEqual([]);
    },
  );

  it('refuses a name that is not kebab-case', () => {
    expect(() => spell('AdCampaign')).toThrow('must be kebab-case');
  });
});
