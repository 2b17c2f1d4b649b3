import { spawn } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** Makes a named pipe. False where the platform has none. */
export async function makeFifo(path: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const maker = spawn('mkfifo', [path], { stdio: 'ignore', env: { PATH: '/usr/bin:/bin' } });
  return new Promise((resolve) => {
    maker.on('error', () => resolve(false));
    maker.on('close', (code) => resolve(code === 0));
  });
}

const POLL_MS = 1;

/**
 * Opens a named pipe for writing as soon as it has a reader, without blocking a thread. Null when the reader
 * is over before it began.
 */
export async function openFifo(path: string, isReaderOver: () => boolean): Promise<Socket | null> {
  while (!isReaderOver()) {
    try {
      return new Socket({
        fd: openSync(path, constants.O_WRONLY | constants.O_NONBLOCK),
        readable: false,
        writable: true,
      });
    } catch (error) {
      // The other end is not open yet.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENXIO')) throw error;
    }
    await setTimeout(POLL_MS);
  }
  return null;
}

/** Writes bytes; resolves when the pipe has taken them all. */
export function writeAll(pipe: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    pipe.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

/** The reading end of a named pipe that another process writes. */
type FifoReader = {
  readonly bytes: Socket;
  /** Marks the end of the data: `bytes` ends after the last write. Idempotent. */
  end(): void;
};

/** Opens a named pipe for reading before it has a writer, without blocking a thread. */
export function readFifo(path: string): FifoReader {
  const bytes = new Socket({
    fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
    readable: true,
    writable: false,
  });
  // Keeps the pipe open until the other writer opens it.
  let keeper: number | null = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  return {
    bytes,
    end() {
      if (keeper !== null) closeSync(keeper);
      keeper = null;
    },
  };
}
