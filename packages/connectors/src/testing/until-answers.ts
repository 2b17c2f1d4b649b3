import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';

/**
 * Waits until a daemon answers at a port of this machine. One that ends before throws with what it said.
 * @param options.isSilent whether it waits for the client to begin
 */
export async function untilAnswers(
  daemon: ChildProcess,
  port: number,
  { isSilent = false }: { readonly isSilent?: boolean } = {},
): Promise<void> {
  let said = '';
  for (const stream of [daemon.stdout, daemon.stderr]) stream?.on('data', (text: Buffer) => (said += text.toString()));
  const answers = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once(isSilent ? 'connect' : 'data', () => resolve(socket.destroy() !== null));
      socket.once('error', () => resolve(false));
      socket.once('close', () => resolve(false));
    });
  while (!(await answers())) if (daemon.exitCode !== null) throw new Error(`${daemon.spawnfile} ended: ${said}`);
}
