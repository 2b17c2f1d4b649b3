import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  detectSandbox,
  detectWithoutUser,
  type Sandbox,
  type SandboxedProcess,
  SandboxRefused,
  startSandboxed,
} from '@switchboard/connectors';
import { FrameReader } from './frame-reader.ts';
import { MailRejected, type ParsedMail, type ParseRequest, readParsedMail } from './parse-mail.ts';

export type MailParser = {
  /** Throws MailRejected for a mail that cannot be decoded, in time and in memory; other errors are of this machine. */
  parse(request: ParseRequest): Promise<ParsedMail>;
  stop(): Promise<void>;
};

const TIMEOUT_MS = 30_000;
const HEAP_MB = 512;
/** Memory besides the heap, for a mail and its files. */
const BUFFER_BYTES = 768 * 1024 ** 2;
/** Mails that one process decodes. */
const MAILS = 100;
/** Processor time of a process, after which one whose parent has died ends. */
const PROCESSOR_SECONDS = 600;
const IDLE_MS = 30_000;
const TOO_MUCH = 'it takes too much time or memory to decode';

const PROGRAM = fileURLToPath(new URL('./parse-process.ts', import.meta.url));
/** The folders of the program and of its library, and the file that says of which kind its modules are. */
const SEES = [
  fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, ''),
  fileURLToPath(import.meta.resolve('postal-mime')).replace(/(\/postal-mime)\/.*$/, '$1'),
  fileURLToPath(new URL('../../../package.json', import.meta.url)),
];

/** A process that decodes mails, and its output; `left` mails more. */
type Program = Pick<SandboxedProcess, 'child'> & {
  readonly output: FrameReader;
  readonly ended: Promise<void>;
  left: number;
};

export type ParserOptions = {
  /** Milliseconds that one mail may take. */
  readonly timeout?: number;
  /** Megabytes of heap. */
  readonly heap?: number;
  /** Whether a part of the sandbox must not be missing. */
  readonly required?: boolean;
  readonly sandbox?: Sandbox;
};

/**
 * Decodes mails one at a time in a process in the sandbox, which sees no file: a mail made to take long, to take much memory or to run
 * code harms nothing else.
 */
export function createMailParser(options: ParserOptions = {}): MailParser {
  const { timeout = TIMEOUT_MS, heap = HEAP_MB, required = false } = options;
  let sandbox = options.sandbox;
  let program: Program | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = program;
    program = null;
    ending?.child.kill('SIGKILL');
    await ending?.ended;
  };

  async function begin(): Promise<Program> {
    sandbox ??= detectSandbox();
    const started = startSandboxed(sandbox, [process.execPath, `--max-old-space-size=${heap}`, PROGRAM], SEES);
    const { child, allow } = started;
    child.stdin.on('error', () => undefined);
    child.stderr.resume();
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const begun = { child, output: new FrameReader(child.stdout), ended, left: MAILS };
    program = begun;
    // The limit of memory counts from what the program has once it runs.
    const isRunning = (await begun.output.line(0)) !== null;
    const memoryBytes = heap * 1024 ** 2 + BUFFER_BYTES;
    const limits = { memoryBytes, cpuSeconds: PROCESSOR_SECONDS, fileBytes: 0 };
    if (await allow({ reads: [], writes: [], limits })) if (isRunning) return begun;
    throw new Error('The program that decodes mails did not start.');
  }

  /** A process for the next mail. Without a user of its own where the file system cannot show the program to another one. */
  async function hold(): Promise<Program> {
    clearTimeout(idle);
    if (program !== null && program.left > 0 && !(await hasEnded(program))) return program;
    await end();
    try {
      return await begin();
    } catch (error) {
      await end();
      if (!(error instanceof SandboxRefused) || !error.isUser || required) throw error;
      sandbox = detectWithoutUser(error.message);
      return begin();
    }
  }

  async function ask(request: ParseRequest): Promise<ParsedMail> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      program?.child.kill('SIGKILL');
    }, timeout);
    let asked: Program | null = null;
    try {
      asked = await hold();
      asked.left -= 1;
      await send(asked, request);
      return await readParsedMail(asked.output, request);
    } catch (error) {
      if (error instanceof MailRejected) throw error;
      // The end of the output comes before that of the process.
      const isOver = asked !== null && (await hasEnded(asked));
      const isFirst = asked?.left === MAILS - 1;
      await end();
      // A process may also have ended by what it did before.
      if (isOver && !isLate && !isFirst) return await ask(request);
      // It ran out of time or of memory.
      if (isLate || isOver) throw new MailRejected(TOO_MUCH, { cause: error });
      throw error;
    } finally {
      clearTimeout(timer);
      clearTimeout(idle);
      idle = setTimeout(() => void end(), IDLE_MS).unref();
    }
  }

  return {
    async parse(request) {
      const asking = last.then(() => ask(request));
      last = asking.catch(() => undefined);
      return asking;
    },
    async stop() {
      await last;
      await end();
    },
  };
}

/** Whether a process ends by itself now, or has ended. */
const hasEnded = ({ child, ended }: Program): Promise<boolean> =>
  child.stdout.readableEnded || child.stdout.destroyed ? ended.then(() => true) : Promise.resolve(false);

/** Sends a mail, and ends the process when that fails. */
async function send(program: Program, { path }: ParseRequest): Promise<void> {
  const { size } = await stat(path);
  const { child } = program;
  child.stdin.write(`${size}\n`);
  void sendContent(program, path).catch(() => child.kill('SIGKILL'));
}

async function sendContent({ child, ended }: Program, path: string): Promise<void> {
  for await (const piece of createReadStream(path))
    if (!child.stdin.write(piece)) await Promise.race([once(child.stdin, 'drain'), ended]);
}
