import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { expect, it } from 'vitest';

const repository = join(import.meta.dirname, '..');
const folder = useFolder('run');
const TIMEOUT = { timeout: 120_000 };
const COPIED = ['.npmrc', 'scripts/run.mjs'];

const OTHER_CONTENT = `sha512-${createHash('sha512').update('other content').digest('base64')}`;

type Lockfile = { readonly packages: Readonly<Record<string, object>> };
type Manifest = { readonly dependencies: Readonly<Record<string, string>> };

/** A project with the repository's way of installing, which needs one package whose install script leaves a file in the project. */
function projectWithScript(name: string): { readonly root: string; readonly ran: string } {
  const root = join(folder, name);
  const ran = join(root, 'script-ran');
  const make = (path: string, content: unknown): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  };
  for (const path of COPIED) cpSync(join(repository, path), join(root, path));
  make('source/package.json', {
    name: 'curious',
    version: '1.0.0',
    scripts: { postinstall: `node -e "require('fs').writeFileSync('${ran}', '')"` },
  });
  npm(root, 'pack', './source');
  make('package.json', { name: 'project', version: '1.0.0', dependencies: { curious: 'file:curious-1.0.0.tgz' } });
  make('scripts/check.ts', "console.log('The command ran.');");
  npm(root, 'install', '--package-lock-only');
  return { root, ran };
}

function npm(root: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`);
}

const run = (root: string) =>
  spawnSync(process.execPath, ['scripts/run.mjs', 'check'], { cwd: root, encoding: 'utf8' });

function change<Content>(path: string, edit: (content: Content) => unknown): void {
  writeFileSync(path, JSON.stringify(edit(JSON.parse(readFileSync(path, 'utf8')) as Content)));
}

it('installs without running the scripts of packages, also when npm installs by itself', TIMEOUT, () => {
  const { root, ran } = projectWithScript('scripts');
  const { status, stdout } = run(root);
  expect(status).toBe(0);
  expect(stdout).toContain('The command ran.');
  npm(root, 'ci');
  expect(existsSync(join(root, 'node_modules/curious/package.json'))).toBe(true);
  expect(existsSync(ran)).toBe(false);
});

/** A server that ends some turns of its loop after SIGTERM. */
const SERVER = `process.once('SIGTERM', () => setImmediate(() => { console.log('stopped'); process.exit(0); }));
setInterval(() => {}, 1_000);
console.log('started');`;

it('passes SIGTERM for npm start on to the server, and leaves no process', TIMEOUT, async () => {
  const { root } = projectWithScript('signals');
  mkdirSync(join(root, 'packages/cli/bin'), { recursive: true });
  writeFileSync(join(root, 'packages/cli/bin/switchboard.mjs'), SERVER);
  change<object>(join(root, 'package.json'), (manifest) => ({
    ...manifest,
    scripts: { start: 'node scripts/run.mjs start' },
  }));
  const npmStart = spawn('npm', ['start'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  let out = '';
  npmStart.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    if (text.includes('started')) npmStart.kill('SIGTERM');
  });
  // The output closes once every process that has it has ended.
  await once(npmStart, 'close');
  expect(out.trim().split('\n').slice(-2)).toEqual(['started', 'stopped']);
});

it('refuses a package whose content is not that of the lockfile', TIMEOUT, () => {
  const { root } = projectWithScript('content');
  const place = 'node_modules/curious';
  change<Lockfile>(join(root, 'package-lock.json'), (lockfile) => ({
    ...lockfile,
    packages: { ...lockfile.packages, [place]: { ...lockfile.packages[place], integrity: OTHER_CONTENT } },
  }));
  const { status, stdout, stderr } = run(root);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('EINTEGRITY');
});

it('refuses what the lockfile does not have', TIMEOUT, () => {
  const { root } = projectWithScript('unlocked');
  change<Manifest>(join(root, 'package.json'), (manifest) => ({
    ...manifest,
    dependencies: { ...manifest.dependencies, other: '2.0.0' },
  }));
  const { status, stdout, stderr } = run(root);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('package-lock.json does not have what the packages ask for: other 2.0.0. Run "npm install"');
  expect(existsSync(join(root, 'node_modules'))).toBe(false);
});

/** Minor version of npm 11 that knows how old a package must be. */
const KNOWS_AGE = 10;
const [major = 0, minor = 0] = spawnSync('npm', ['--version'], { encoding: 'utf8' }).stdout.split('.').map(Number);

it.skipIf(major < 11 || (major === 11 && minor < KNOWS_AGE))(
  'a version that was published less than a week ago is not taken into the lockfile',
  TIMEOUT,
  async () => {
    const day = 24 * 3_600_000;
    const versionOf = (version: string) => ({
      name: 'young',
      version,
      dist: { tarball: `http://127.0.0.1/young-${version}.tgz`, integrity: OTHER_CONTENT },
    });
    const packument = {
      name: 'young',
      'dist-tags': { latest: '1.0.1' },
      versions: { '1.0.0': versionOf('1.0.0'), '1.0.1': versionOf('1.0.1') },
      time: {
        '1.0.0': new Date(Date.now() - 8 * day).toISOString(),
        '1.0.1': new Date(Date.now() - 6 * day).toISOString(),
      },
    };
    const registry = createServer((_request, response) => response.end(JSON.stringify(packument)));
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = registry.address() as AddressInfo;
      const root = join(folder, 'age');
      mkdirSync(root);
      cpSync(join(repository, '.npmrc'), join(root, '.npmrc'));
      writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'project', version: '1.0.0' }));
      const options = ['--package-lock-only', '--registry', `http://127.0.0.1:${port}`];
      await promisify(execFile)('npm', ['install', 'young', ...options], { cwd: root });
      const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
      expect(manifest.dependencies).toEqual({ young: '1.0.0' });
      await expect(promisify(execFile)('npm', ['install', 'young@1.0.1', ...options], { cwd: root })).rejects.toThrow(
        'young@1.0.1',
      );
    } finally {
      registry.closeAllConnections();
      registry.close();
    }
  },
);
