import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** A program that handles mails in a process of its own, which a mail made to exhaust it may end. */
export type ChildProgram = {
  /** The process, started if need be. It keeps this one alive until it is released. */
  hold(): ChildProcess;
  /** The process has nothing to do: it ends after half a minute. */
  release(): void;
  /** Ends the process. */
  end(): Promise<void>;
};

const IDLE_MS = 30_000;

/**
 * @param file name of the program in this folder
 * @param heap megabytes of heap
 */
export function createChildProgram(file: string, heap: number): ChildProgram {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
    keepAlive(ending);
    const over = new Promise((resolve) => ending.once('close', resolve));
    ending.kill('SIGKILL');
    await over;
  };

  const begin = (): ChildProcess => {
    const begun = start(file, heap);
    // A process that ended by itself is of no more use.
    return begun.once('close', () => {
      if (child === begun) child = null;
    });
  };

  return {
    hold() {
      clearTimeout(idle);
      child ??= begin();
      keepAlive(child);
      return child;
    },
    release() {
      child?.unref();
      child?.channel?.unref();
      idle = setTimeout(() => void end(), IDLE_MS).unref();
    },
    end,
  };
}

/** Neither its environment nor its output has anything of ours, or of a mail. */
function start(file: string, heap: number): ChildProcess {
  const child = fork(join(import.meta.dirname, file), {
    env: {},
    execArgv: [`--max-old-space-size=${heap}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => undefined);
  return child;
}

function keepAlive(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}
