import { connect } from 'node:net';
import type { Connection } from 'ssh2';

/** Opens connections to other servers for the users of an SSH server, as OpenSSH does. */
export function forwardTcp(connection: Connection): void {
  connection.on('tcpip', (accept, reject, { destIP, destPort }) => {
    const target = connect(destPort, destIP);
    target.once('error', () => reject());
    target.once('connect', () => {
      const channel = accept();
      target.on('error', () => channel.destroy());
      channel.on('error', () => target.destroy());
      channel.on('close', () => target.destroy());
      target.on('close', () => channel.end());
      channel.pipe(target).pipe(channel);
    });
  });
}
