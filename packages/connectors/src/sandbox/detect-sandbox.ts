import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFilteredArch, systemCallFilter } from './system-call-filter.ts';

/** Parts of the sandbox. `network` also holds where the program cannot open a socket. */
export const SANDBOX_PARTS = ['user', 'files', 'processes', 'network', 'systemCalls', 'privileges'] as const;
export type SandboxPart = (typeof SANDBOX_PARTS)[number];

/** The isolation of child processes that this machine allows. */
export type Sandbox = {
  readonly parts: ReadonlySet<SandboxPart>;
  /** Why parts are missing, in the words of the kernel; empty for none. */
  readonly reason: string;
  /** `launcher` starts programs by `launch.pl`, `prefix` by commands of util-linux, `open` without isolation. */
  readonly kind: 'launcher' | 'prefix' | 'open';
  /** Arguments of the launcher, or the commands before the program. */
  readonly prefix: readonly string[];
  /** Whether each program gets a user id of its own. */
  readonly ownUser: boolean;
  /** Whether limits can be set on a running program. */
  readonly limits: boolean;
};

export const PERL = '/usr/bin/perl';
export const LAUNCHER = fileURLToPath(new URL('./launch.pl', import.meta.url));

/** User ids above those of people, of services and of most containers. */
const FIRST_USER = 1_900_000_000;
const USERS = 100_000_000;
/** The option that gives a program a user id that no other program has. */
export const ownUserOption = (): string => `--uid=${FIRST_USER + randomInt(USERS)}`;

/** Folders that every Linux has and that no program in the sandbox needs: one is covered by the sandbox's root. */
const COVERABLE = ['/sys', '/mnt'];

/** Paths that any program of ours needs to run: folders of the libraries that this process has loaded, the loader, its cache, Node. */
function systemPaths(): { readonly see: readonly string[]; readonly links: readonly string[] } {
  const loaded = readFileSync('/proc/self/maps', 'utf8').matchAll(/\s(\/\S+\.so(?:\.[\d.]+)?)$/gm);
  const folders = [...loaded].map(([, path = '']) => dirname(path)).filter((path) => !path.includes('/node_modules/'));
  const links = ['/lib', '/lib64'].filter((path) => existsSync(path) && lstatSync(path).isSymbolicLink());
  const loaders = [
    '/lib64',
    '/lib/ld-linux-aarch64.so.1',
    '/etc/ld.so.cache',
    '/lib/ld-musl-x86_64.so.1',
    '/lib/ld-musl-aarch64.so.1',
  ].filter(existsSync);
  const real = (path: string): string => join(realpathSync(dirname(path)), basename(path));
  const found = loaders.map((path) => (path === '/lib64' ? realpathSync(path) : real(path)));
  const see = [...new Set([...folders, ...found, process.execPath])];
  return {
    see: see.filter((path) => !see.some((other) => other !== path && path.startsWith(`${other}/`))),
    links: links.map((path) => `${path}=${readlinkSync(path)}`),
  };
}

type Spaces = 'own' | 'user' | 'none';

function launcherArguments(spaces: Spaces, filtered: boolean): readonly string[] {
  const arch = process.arch;
  if (!isFilteredArch(arch)) return [];
  const { see, links } = spaces === 'none' ? { see: [], links: [] } : systemPaths();
  return [
    LAUNCHER,
    `--arch=${arch}`,
    `--spaces=${spaces}`,
    `--root=${COVERABLE.find((path) => existsSync(path)) ?? '/mnt'}`,
    ...see.map((path) => `--see=${path}`),
    ...links.map((link) => `--link=${link}`),
    ...(filtered ? [`--filter=${systemCallFilter(arch)}`] : []),
  ];
}

/** Starts a program that does nothing. Null when the machine allows it, else why not. */
function tryOut(options: readonly string[], folder: string): string | null {
  const command = [...options, `--trial=${folder}`, '--', process.execPath, '--version'];
  const tried = spawnSync(PERL, command, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: {},
    cwd: '/',
    timeout: 10_000,
  });
  if (tried.status === 0) return null;
  const said = `${tried.output?.[3]?.toString() ?? ''}${tried.stderr?.toString() ?? ''}${tried.error?.message ?? ''}`;
  return (
    /^refused (.*)$/m.exec(said)?.[1] ?? (said.trim().slice(0, 200) || `it ended with ${tried.status ?? tried.signal}`)
  );
}

type Candidate = { readonly spaces: Spaces; readonly ownUser: boolean; readonly filtered: boolean };

/** From the strongest to the weakest. */
const CANDIDATES: readonly Candidate[] = (
  [
    { spaces: 'own', ownUser: true },
    { spaces: 'own', ownUser: false },
    { spaces: 'user', ownUser: false },
    { spaces: 'none', ownUser: false },
  ] as const
).flatMap((candidate) => [true, false].map((filtered) => ({ ...candidate, filtered })));

function partsOf({ spaces, ownUser, filtered }: Candidate): ReadonlySet<SandboxPart> {
  const parts = new Set<SandboxPart>(['privileges']);
  // An ordinary user's program in a user namespace has that user's id, but nothing of that user within reach.
  if (ownUser || spaces === 'user') parts.add('user');
  if (spaces !== 'none') for (const part of ['files', 'processes', 'network'] as const) parts.add(part);
  if (filtered) parts.add('systemCalls').add('network');
  return parts;
}

function detectLauncher(folder: string, weaker: boolean): Sandbox | string {
  if (!existsSync(PERL)) return `${PERL} is missing`;
  if (!isFilteredArch(process.arch)) return `the architecture ${process.arch} is not supported`;
  const isRoot = process.getuid?.() === 0;
  let reason = '';
  for (const candidate of CANDIDATES) {
    if (candidate.spaces === 'own' && !isRoot) continue;
    if (candidate.ownUser && weaker) continue;
    const prefix = launcherArguments(candidate.spaces, candidate.filtered);
    const problem = tryOut(candidate.ownUser ? [...prefix, ownUserOption()] : prefix, folder);
    if (problem === null) {
      const { ownUser } = candidate;
      return { parts: partsOf(candidate), reason, kind: 'launcher', prefix, ownUser, limits: true };
    }
    if (reason === '') reason = problem;
  }
  return reason;
}

const works = (command: readonly string[]): boolean => {
  const [program = '', ...rest] = command;
  return spawnSync(program, [...rest, 'true'], { stdio: 'ignore', env: {}, timeout: 5000 }).status === 0;
};
const firstWorking = (candidates: readonly (readonly string[])[]): readonly string[] => candidates.find(works) ?? [];

/** The isolation by commands of util-linux, where the launcher does not run. */
function detectPrefix(reason: string): Sandbox {
  const limits = firstWorking([['/usr/bin/prlimit', '--core=0', '--nofile=1024']]);
  const network = firstWorking([
    ['/usr/bin/unshare', '-n', '--'],
    ['/usr/bin/unshare', '-r', '-n', '--'],
  ]);
  const privileges = firstWorking([
    ['/usr/bin/setpriv', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--'],
    ['/usr/bin/setpriv', '--no-new-privs', '--'],
  ]);
  const parts = new Set<SandboxPart>();
  if (network.length > 0) parts.add('network');
  if (privileges.length > 0) parts.add('privileges');
  const prefix = [...limits, ...network, ...privileges];
  return { parts, reason, kind: 'prefix', prefix, ownUser: false, limits: limits.length > 0 };
}

let known: Sandbox | undefined;

/**
 * Detects once what this machine allows, by starting a program each way, the strongest first.
 * @param folder absolute; its file system must be able to show its files to another user
 */
export function detectSandbox(folder: string = tmpdir()): Sandbox {
  known ??= detect(folder, false);
  return known;
}

/** The strongest sandbox without a user of its own, for files on a file system that cannot show them to another user. */
export function detectWithoutUser(reason: string): Sandbox {
  const found = detect(tmpdir(), true);
  return { ...found, reason: found.reason === '' ? reason : found.reason };
}

function detect(folder: string, weaker: boolean): Sandbox {
  if (process.platform !== 'linux') {
    const reason = `${process.platform} has no namespaces`;
    return { parts: new Set(), reason, kind: 'open', prefix: [], ownUser: false, limits: false };
  }
  const launcher = detectLauncher(folder, weaker);
  return typeof launcher === 'string' ? detectPrefix(launcher) : launcher;
}
