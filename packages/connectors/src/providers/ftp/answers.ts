import type { FileFacts } from '../../remote-files/remote-files.ts';

/** An answer of the server that refuses a command. */
export type Refusal = { readonly code: number; readonly message: string };

/** The library's error for an answer of 400 and more; it has the number of the answer as its code. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') return null;
  return {
    code: error.code,
    message: error.message
      .replace(/^\d{3}[ -]/, '')
      .trim()
      .replace(/\.+$/, ''),
  };
}

/** Whether the server says that a path leads nowhere. Others refuse it in words that may stand for anything. */
export const saysMissing = ({ message }: Refusal): boolean =>
  /no\ssuch|not\sfound|does\s?n[o']t\sexist|cannot\sfind/i.test(message);

export const saysDenied = ({ message }: Refusal): boolean =>
  /denied|permission|not\s(permitted|allowed)|read-only/i.test(message);

export const saysFull = ({ message }: Refusal): boolean =>
  /no\sspace|disk\sfull|quota|insufficient\sstorage/i.test(message);

/** Whether the server wants the connection to be encrypted. */
export const saysInsecure = ({ message }: Refusal): boolean => /\b(TLS|SSL|encrypt|secure)/i.test(message);

/** Whether the library gave up on a silent server, which it says in words only. */
export const isTimeout = (error: Error): boolean => /^Timeout/.test(error.message);

type Answer = { readonly message: string };

/** The port of an answer to EPSV, such as `229 … (|||6446|)`. */
export function extendedPort({ message }: Answer): number | null {
  const port = Number(/[|!]{3}(\d{1,5})[|!]/.exec(message)?.[1]);
  return port > 0 ? port : null;
}

/** The port of an answer to PASV, such as `227 … (127,0,0,1,10,229)`. */
export function passivePort({ message }: Answer): number | null {
  const [, high, low] = /(?<![-\d])(?:\d{1,3},){4}(\d{1,3}),(\d{1,3})/.exec(message) ?? [];
  return low === undefined ? null : Number(high) * 256 + Number(low);
}

/** Parses the second line of an answer to MLST. */
export function factsOfAnswer({ message }: Answer): FileFacts {
  const [, line = ''] = message.split(/\r?\n/);
  const facts = new Map(
    (line.trim().split(' ')[0] ?? '').split(';').flatMap((fact): (readonly [string, string])[] => {
      const [name = '', value] = fact.split('=');
      return value === undefined ? [] : [[name.toLowerCase(), value]];
    }),
  );
  const type = facts.get('type')?.toLowerCase() ?? '';
  return {
    kind: type === 'file' ? 'file' : /^[cp]?dir$/.test(type) ? 'folder' : 'other',
    size: Number(facts.get('size') ?? facts.get('sizd') ?? 0),
    modified: momentOf(facts.get('modify') ?? ''),
  };
}

/** `YYYYMMDDHHMMSS[.sss]`, in UTC. */
function momentOf(text: string): number | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{1,3}))?/.exec(text);
  if (parts === null) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second, Number((parts[7] ?? '').padEnd(3, '0')));
}
