import { readdirSync, readFileSync } from 'node:fs';
import { setInterval } from 'node:timers';

/** Milliseconds of processor time by the kind of process and thread. */
export type ProcessTimes = Readonly<Record<string, number>>;

export type TimesWatch = {
  /** The times until now. */
  read(): ProcessTimes;
  stop(): void;
};

const POLL_MS = 8;

const text = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
};

const entries = (path: string): readonly string[] => {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
};

const POSTGRES_BACKGROUND = /^postgres: (?:io worker|checkpointer|background|walwriter|autovacuum|logical)/;

function kindOf(pid: number, root: number, command: string): string {
  if (pid === root) return 'program';
  if (command.includes('launch.pl')) return 'jail, launcher';
  if (command.includes('child.mjs')) return 'jail, database process';
  if (POSTGRES_BACKGROUND.test(command)) return 'PostgreSQL, background';
  if (command.startsWith('postgres:')) return 'PostgreSQL, connections';
  if (command.includes('postgres')) return 'PostgreSQL, server';
  return 'other processes';
}

/**
 * Reads the processor time of every thread below a process, again and again, since a thread takes its time with it when it
 * ends. The end of a process itself is not seen. Linux.
 */
export function watchTimes(root: number): TimesWatch {
  const last = new Map<string, number>();
  const times = new Map<string, number>();
  const visit = (pid: number): void => {
    const kind = kindOf(pid, root, text(`/proc/${pid}/cmdline`));
    for (const thread of entries(`/proc/${pid}/task`)) {
      const folder = `/proc/${pid}/task/${thread}`;
      const nanoseconds = Number(text(`${folder}/schedstat`).split(' ', 1)[0] || Number.NaN);
      const children = text(`${folder}/children`);
      if (!Number.isNaN(nanoseconds)) {
        const name = text(`${folder}/comm`).trim();
        const place =
          kind === 'program' ? `program, ${Number(thread) === pid ? 'main thread' : `threads ${name}`}` : kind;
        const more = nanoseconds - (last.get(folder) ?? 0);
        last.set(folder, nanoseconds);
        if (more > 0) times.set(place, (times.get(place) ?? 0) + more / 1e6);
      }
      for (const child of children.split(' ').filter(Boolean)) visit(Number(child));
    }
  };
  visit(root);
  const timer = setInterval(() => visit(root), POLL_MS);
  return {
    read() {
      visit(root);
      return Object.fromEntries(times);
    },
    stop: () => clearInterval(timer),
  };
}
