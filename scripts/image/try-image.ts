import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { IMAGE_USER } from './image-content.ts';
import { type Layer, unpackImage } from './write-image.ts';

/** Milliseconds in which the demo of two days must have delivered on a busy machine. */
const LIMIT = 600_000;

/** Numbers of `pivot_root` and `umount2`. */
const CALLS = process.arch === 'x64' ? { pivot: 155, unmount: 166 } : { pivot: 41, unmount: 39 };

/** Becomes the user of the image at its root, as a container does: a user namespace could not be made below a mere chroot. */
const PIVOT = `use POSIX;
my ($new, $old) = (".", ".");
syscall(${CALLS.pivot}, $new, $old) == 0 or die "pivot_root: $!";
syscall(${CALLS.unmount}, $old, 2) == 0 or die "umount: $!";
chdir "/app" or die $!;
$) = "${IMAGE_USER} ${IMAGE_USER}";
POSIX::setgid(${IMAGE_USER}) && POSIX::setuid(${IMAGE_USER}) or die "user: $!";
exec @ARGV;`;

/** Runs a command in the unpacked image as its user, in the same process: the root is read-only, besides /data and /tmp. */
const ENTER = `set -e
mount --make-rprivate /
mount --bind "$1" "$1"
mount --bind "$2" "$1/data"
mount -t tmpfs tmpfs "$1/tmp"
mount -t proc proc "$1/proc"
for name in null zero urandom random; do mount --bind "/dev/$name" "$1/dev/$name"; done
mount -o remount,bind,ro "$1"
cd "$1"
shift 2
exec perl -e '${PIVOT}' "$@"`;

/**
 * Unpacks an image, and starts the demo in it.
 * @param folder the root; it is made
 * @returns what did not work; null for nothing
 */
export async function tryImage(
  layout: string,
  layers: readonly Layer[],
  folder: string,
  say: (line: string) => void,
): Promise<string | null> {
  await unpackImage(layout, layers, folder);
  const data = `${folder}-data`;
  for (const path of [data, join(folder, 'proc'), join(folder, 'dev')]) mkdirSync(path, { recursive: true });
  for (const name of ['null', 'zero', 'urandom', 'random']) writeFileSync(join(folder, 'dev', name), '');
  await finished(spawn('chown', [`${IMAGE_USER}:${IMAGE_USER}`, data]));
  const enter = (args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess => {
    const node = `/app/node_modules/node-linux-${process.arch}/bin/node`;
    const command = ['/usr/bin/unshare', '--mount', 'sh', '-c', ENTER, 'sh', folder, data, node];
    const [program = '', ...rest] = [...command, '/app/packages/cli/bin/switchboard.mjs', ...args];
    const settings = {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/data',
      DATA_DIR: '/data',
      NODE_ENV: 'production',
      ...env,
    };
    return spawn(program, rest, { env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
  };
  const port = '38471';
  const began = performance.now();
  const demo = enter(['start'], { PORT: port, DEMO_DAYS: '2', LOG_LEVEL: 'warn' });
  const output = collect(demo);
  const ended = finished(demo);
  try {
    while (!output().includes('Switchboard is running.')) {
      if (demo.exitCode !== null) return `the start ended: ${output()}`;
      if (performance.now() - began > LIMIT) return `the start takes too long: ${output()}`;
      await setTimeout(200);
    }
    say(`started after ${((performance.now() - began) / 1_000).toFixed(1)} s, database and demo made`);
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    if (!page.includes('<script')) return 'the console is missing';
    for (;;) {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const uploads = sum(text, /^switchboard_unit_attempts_total\{kind="upload".*outcome="completed"\} (\d+)$/gm);
      const open = sum(text, /^switchboard_queue_depth\{.*purpose="production"\} (\d+)$/gm);
      if (uploads > 0 && open === 0) {
        say(`${uploads} uploads delivered ${((performance.now() - began) / 1_000).toFixed(1)} s after the start`);
        break;
      }
      if (performance.now() - began > LIMIT)
        return `the demo delivers too late: ${uploads} uploads, ${open} units are ready`;
      await setTimeout(1_000);
    }
    const doctor = enter(['doctor', '--json']);
    const report = collect(doctor);
    await finished(doctor);
    if (!report().includes('"findings"')) return `the doctor: ${report()}`;
    demo.kill('SIGTERM');
    return null;
  } finally {
    demo.kill('SIGTERM');
    await ended;
  }
}

const finished = async (child: ChildProcess): Promise<void> => void (await once(child, 'close'));

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => (text += piece.toString()));
  return () => text;
}

const sum = (text: string, pattern: RegExp): number =>
  [...text.matchAll(pattern)].reduce((total, [, count = '0']) => total + Number(count), 0);
