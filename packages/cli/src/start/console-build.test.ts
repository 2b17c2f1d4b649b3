import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildConsole } from './console-build.ts';

const REPOSITORY = join(import.meta.dirname, '../../../..');
let root: string;
const home = (...path: string[]): string => join(root, 'packages/console', ...path);

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'switchboard-build-'));
  mkdirSync(home('src'), { recursive: true });
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'));
  cpSync(join(REPOSITORY, 'tsconfig.base.json'), join(root, 'tsconfig.base.json'));
  writeFileSync(home('index.html'), '<!doctype html><script type="module" src="/src/main.ts"></script>');
  writeFileSync(home('src/main.ts'), "document.title = 'one';");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const script = (): string => {
  const name = readdirSync(home('dist/assets')).find((file) => file.endsWith('.js')) ?? '';
  return readFileSync(home('dist/assets', name), 'utf8');
};

describe('the build of the console', () => {
  test('the console is built when it is not there, and then not again', async () => {
    const logged: string[] = [];
    expect(await buildConsole(root, (line) => logged.push(line))).toBe(home('dist'));
    expect(script()).toContain('one');
    expect(logged.join(' ')).toMatch(/Building the console.*Built the console in/);
    logged.length = 0;
    await buildConsole(root, (line) => logged.push(line));
    expect(logged).toEqual([]);
  });

  test('the console is built when a source has changed, but not for a test', async () => {
    const logged: string[] = [];
    writeFileSync(home('src/main.test.ts'), 'nothing');
    await buildConsole(root, (line) => logged.push(line));
    expect(logged).toEqual([]);
    writeFileSync(home('src/main.ts'), "document.title = 'two';");
    await buildConsole(root, () => {});
    expect(script()).toContain('two');
    mkdirSync(home('build'));
    writeFileSync(home('build/plugin.ts'), 'export {};');
    await buildConsole(root, (line) => logged.push(line));
    expect(logged.join(' ')).toContain('Building the console');
  });

  test('the last good build stays when the console cannot be built, and the reason is reported', async () => {
    writeFileSync(home('src/main.ts'), "import './missing.ts';");
    await expect(buildConsole(root, () => {})).rejects.toThrow(/could not be built:\n.*missing/s);
    expect(script()).toContain('two');
    expect(readdirSync(home()).sort()).toEqual(['build', 'dist', 'index.html', 'src']);
  });
});
