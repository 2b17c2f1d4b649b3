import { maskValues } from '@switchboard/model/presentation/mask-values';
import type { KeptReport } from './kept-report.ts';
import { isMissingChunk } from './missing-chunk.ts';
import { RELEASE } from './release.ts';

type Kind = 'render' | 'script' | 'promise' | 'chunk' | 'request';

/** Reports of one page; each error counts once. */
const MAX_REPORTS = 50;
const MAX_FRAMES = 20;
const LONGEST_FRAME = 300;
const PATH = '/api/console-errors';

type RequestFailure = {
  readonly graphQLErrors: readonly { readonly extensions?: Readonly<Record<string, unknown>> }[];
};

const isRequestFailure = (error: unknown): error is RequestFailure =>
  typeof error === 'object' && error !== null && 'graphQLErrors' in error;

/** A thrown value that is not an error says nothing that could be trusted to hold no data. */
const textOf = (error: unknown): string => (error instanceof Error ? error.message : 'Not an error');

/** Answers of the server quote data of the account: of these, only the code is sent. */
function messageOf(error: unknown): string {
  if (isRequestFailure(error)) {
    const code = error.graphQLErrors[0]?.extensions?.['code'];
    return typeof code === 'string' ? code : 'No answer';
  }
  return maskValues(textOf(error));
}

function kindOf({ source, error, requestId }: KeptReport): Kind {
  if (isMissingChunk(error)) return 'chunk';
  if (isRequestFailure(error) || requestId !== undefined) return 'request';
  return source === 'script' || source === 'promise' ? source : 'render';
}

/** The path without account, ids and query: "downloads/list". */
const screenOf = (path: string): string => {
  const [, within] = /^\/app\/[^/]+\/(.*)$/.exec(path) ?? [];
  return within ?? path.split('/')[1] ?? '';
};

/** Calls of a stack, without the address of the server. */
const framesOf = (error: unknown): string[] =>
  error instanceof Error
    ? (error.stack ?? '')
        .split('\n')
        .map((line) => line.trim().replace(/^at /, '').replace(location.origin, ''))
        .filter((line) => /:\d+:\d+\)?$/.test(line) && line.length <= LONGEST_FRAME)
        .slice(0, MAX_FRAMES)
    : [];

const plain = (text: string, length: number): string => text.replace(/[^\w ./:~-]/g, '').slice(0, length);

/** The body that is sent for a report. */
export function bodyOf(report: KeptReport): object {
  const { source, error, requestId, steps } = report;
  return {
    kind: kindOf(report),
    source: plain(source, 200),
    screen: plain(screenOf(location.pathname), 200),
    release: plain(RELEASE, 100),
    name: plain(error instanceof Error ? error.name : typeof error, 100),
    message: messageOf(error).slice(0, 500),
    stack: framesOf(error),
    request_id: requestId === undefined ? null : plain(requestId, 100),
    steps: steps.map(({ at, text }) => ({
      at: at.toISOString(),
      text: text.replace(/^open (.*)$/, (_, path: string) => `open ${screenOf(path)}`),
    })),
  };
}

/**
 * Makes the function that sends reports to the server. One that cannot be sent waits until the next one, or until the network
 * is back.
 */
export function createSender(send: (path: string, init: RequestInit) => Promise<Response>) {
  const seen = new Set<string>();
  const waiting: object[] = [];
  const flush = async (): Promise<void> => {
    for (const body of waiting.splice(0)) {
      try {
        await send(PATH, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
          keepalive: true,
          credentials: 'omit',
        });
      } catch {
        waiting.push(body);
      }
    }
  };
  window.addEventListener('online', () => void flush());
  return async (report: KeptReport): Promise<void> => {
    const { source, error } = report;
    // Browsers report notices such as those of observers without an error.
    if (error === undefined || error === null) return;
    const key = `${source} ${error instanceof Error ? error.name : typeof error} ${textOf(error)}`;
    if (seen.has(key) || seen.size >= MAX_REPORTS) return;
    seen.add(key);
    waiting.push(bodyOf(report));
    await flush();
  };
}

export const sendReport = createSender((path, init) => fetch(path, init));
