import { createHook } from 'node:async_hooks';

/** Handle that keeps the event loop alive. */
export type OpenHandle = {
  /** Node's number of it, once in a process. */
  readonly id: number;
  readonly kind: HandleKind;
  /** Made when it was opened. Its stack is formatted when it is read, which costs more than most tests. Null for most timers. */
  readonly opened: Error | null;
};

/** The kinds that are distinguished one by one, as Node calls them when they are opened, and in our words. */
const KINDS = {
  Timeout: 'timer',
  TCPSERVERWRAP: 'server',
  PIPESERVERWRAP: 'server at a pipe',
  UDPWRAP: 'datagram socket',
  TCPWRAP: 'connection',
  PIPEWRAP: 'pipe',
  PROCESSWRAP: 'process',
  WORKER: 'thread',
  FSEVENTWRAP: 'watched file',
} as const;
type HandleKind = (typeof KINDS)[keyof typeof KINDS];

type Opened = Omit<OpenHandle, 'id'> & { readonly handle: { hasRef?: () => boolean } };

const KEY = Symbol.for('switchboard.handles');
const FRAMES = 3;
/** Each query sets timers: a stack for each costs a twentieth of the processor time of the server's tests. */
const HAS_TIMER_STACKS = process.env['TIMER_STACKS'] === 'on';
/** Names in `process.getActiveResourcesInfo()` of the kinds above. */
export const DISTINGUISHED =
  /^(Timeout|TCPServerWrap|TCPSocketWrap|PipeServerWrap|PipeWrap|UDPWrap|ProcessWrap|Worker|FSEventWrap)$/;

/** Lists the open handles of the kinds above, of all that were opened since the first call in this process. */
export function openHandles(): OpenHandle[] {
  return [...recordHandles()]
    .filter(([, { handle }]) => handle.hasRef?.() !== false)
    .map(([id, { kind, opened }]) => ({ id, kind, opened }));
}

/** Setup files are evaluated for each test file of a worker; handles are recorded once. */
function recordHandles(): Map<number, Opened> {
  const holder = globalThis as { [KEY]?: Map<number, Opened> };
  if (holder[KEY] !== undefined) return holder[KEY];
  const opened = new Map<number, Opened>();
  Object.defineProperty(holder, KEY, { value: opened });
  const hook = {
    trackPromises: false,
    init: (id: number, type: string, _trigger: number, handle: object): void => {
      if (!(type in KINDS)) return;
      const stack = type === 'Timeout' && !HAS_TIMER_STACKS ? null : new Error('opened');
      opened.set(id, { kind: KINDS[type as keyof typeof KINDS], handle, opened: stack });
    },
    destroy: (id: number): void => void opened.delete(id),
  };
  createHook(hook).enable();
  return opened;
}

/** The code that opened a handle: the nearest lines of our own, innermost first. */
export function originOf({ opened }: OpenHandle): string {
  if (opened === null) return 'set by code that a run of this file with TIMER_STACKS=on names';
  const { stack = '' } = opened;
  const lines = stack.split('\n').filter((line) => /\/(packages|scripts)\//.test(line));
  const callers = lines.filter((line) => !line.includes('/scripts/unit/open-handles.ts')).slice(0, FRAMES);
  return callers.length > 0 ? callers.map((line) => line.trim()).join(' ') : 'opened by a library';
}
