import { spawn } from 'node:child_process';
import type { Environment } from '../terminal/terminal.ts';

/** Reports the state of this program to systemd (sd_notify); does nothing where no supervisor has asked for it. */
export type Supervisor = {
  /** A line for people, such as what the start waits for. */
  status(line: string): void;
  /** The start is over. From then on the watchdog is fed, which a program that hangs does not do. */
  ready(): void;
  stopping(): void;
  /** Ends the process that sends, once it has sent everything. */
  close(): Promise<void>;
};

/** Sends each line of its input as one datagram. Node has no such sockets, and the sandbox needs perl already. */
const SENDER = `use Socket;
my $path = shift;
$path =~ s/^@/\\0/;
socket(my $socket, PF_UNIX, SOCK_DGRAM, 0) or die $!;
$| = 1;
while (my $line = <STDIN>) { chomp $line; send($socket, $line, 0, sockaddr_un($path)) or die $!; }`;

const NONE: Supervisor = {
  status: () => undefined,
  ready: () => undefined,
  stopping: () => undefined,
  close: () => Promise.resolve(),
};

/**
 * Opens the way to the supervisor that `NOTIFY_SOCKET` names.
 * @param env with `WATCHDOG_USEC`, the microseconds after which a silent program counts as hanging, where the supervisor sets it
 */
export function openSupervisor(env: Environment, onError: (error: Error) => void): Supervisor {
  const socket = env['NOTIFY_SOCKET'] ?? '';
  if (!/^[/@]/.test(socket)) return NONE;
  const sender = spawn('/usr/bin/perl', ['-e', SENDER, socket], {
    env: { LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const closed = new Promise<void>((resolve) => {
    sender.once('close', () => resolve());
    sender.once('error', (error) => {
      onError(error);
      resolve();
    });
  });
  sender.stderr.on('data', (text: Buffer) => onError(new Error(`The supervisor cannot be notified: ${String(text)}`)));
  sender.stdin.on('error', () => undefined);
  const send = (line: string): void => void sender.stdin.write(`${line.replaceAll('\n', ' ')}\n`);
  const watchdogMs = Number(env['WATCHDOG_USEC'] ?? 0) / 1_000;
  let feeding: NodeJS.Timeout | undefined;
  return {
    status: (line) => send(`STATUS=${line}`),
    ready: () => {
      send('READY=1');
      send('STATUS=Running.');
      if (watchdogMs > 0) feeding = setInterval(() => send('WATCHDOG=1'), watchdogMs / 2);
    },
    stopping: () => send('STOPPING=1'),
    close: () => {
      clearInterval(feeding);
      sender.stdin.end();
      return closed;
    },
  };
}
