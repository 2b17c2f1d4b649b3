import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { expect, test } from 'vitest';
import { openSupervisor } from './notify-supervisor.ts';

const folder = useFolder('supervisor');
/** Prints each datagram that arrives at a socket as a line, after "listening". */
const RECEIVER = `use Socket;
$| = 1;
socket(my $socket, PF_UNIX, SOCK_DGRAM, 0) or die $!;
bind($socket, sockaddr_un(shift)) or die $!;
print "listening\\n";
while (defined recv($socket, my $text, 4096, 0)) { print "$text\\n"; }`;

test('systemd is sent the state of the start, its end, the watchdog and the stop', async () => {
  const socket = join(folder, 'notify');
  const receiver = spawn('/usr/bin/perl', ['-e', RECEIVER, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => (await lines.next()).value;
  try {
    expect(await next()).toBe('listening');
    const supervisor = openSupervisor({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: '20000' }, (error) => {
      throw error;
    });
    supervisor.status('The database is away.\nThe start waits.');
    expect(await next()).toBe('STATUS=The database is away. The start waits.');
    supervisor.ready();
    expect([await next(), await next(), await next(), await next()]).toEqual([
      'READY=1',
      'STATUS=Running.',
      'WATCHDOG=1',
      'WATCHDOG=1',
    ]);
    supervisor.stopping();
    await supervisor.close();
    const rest: unknown[] = [];
    while (rest.at(-1) !== 'STOPPING=1') rest.push(await next());
    expect(rest.filter((line) => line !== 'WATCHDOG=1')).toEqual(['STOPPING=1']);
  } finally {
    receiver.kill('SIGKILL');
    await once(receiver, 'close');
  }
});

test('a program that no supervisor started sends nothing', async () => {
  const supervisor = openSupervisor({}, () => expect.unreachable());
  supervisor.ready();
  await supervisor.close();
});
