import { startProcessorTime } from '@switchboard/model/testing/processor-time';
import { DECLARATIONS } from '../../src/declarations/registry.ts';
import { compile, formatScript, type Message } from '../../src/index.ts';
import { parseScript } from '../../src/syntax/parse/parser.ts';
import { CATALOG } from '../catalog.ts';

/** The longest processor time that compiling one file may take on a warmed process, in milliseconds. */
export const LONGEST = 50;

/** Verdict on one case. `failure` is null when the case passed; its first word names the kind. */
export type Verdict = { readonly failure: string | null; readonly milliseconds: number; readonly valid: boolean };

function misplaced(message: Message, lengths: readonly number[]): string | null {
  for (const place of [message, ...(message.fix?.edits ?? [])]) {
    const { startLine, startColumn, endLine, endColumn } = place;
    const inside =
      startLine >= 1 &&
      startColumn >= 1 &&
      endLine <= lengths.length &&
      startColumn <= (lengths[startLine - 1] ?? -1) + 1 &&
      endColumn <= (lengths[endLine - 1] ?? -1) + 1 &&
      (endLine > startLine || (endLine === startLine && endColumn >= startColumn));
    if (!inside) return `place ${message.code} ${startLine}:${startColumn}-${endLine}:${endColumn}`;
  }
  return null;
}

/** The tree of a script without places; null when it has a syntax error. */
function meaning(text: string): string | null {
  let broken = false;
  const { declarations } = parseScript(text, DECLARATIONS, (code) => {
    broken ||= code.startsWith('SBS1');
  });
  if (broken) return null;
  return JSON.stringify(declarations, (key, value: unknown) =>
    ['start', 'end', 'clauses', 'keyword'].includes(key) ? undefined : value,
  );
}

/** A text without its blanks, comments included: no formatting may change it. */
function squeezed(text: string): string {
  return text.replace(/[\s\ufeff]+/g, '');
}

function formatFailure(text: string): string | null {
  const formatted = formatScript(text);
  if (squeezed(formatted) !== squeezed(text)) return 'format loses or adds something';
  if (formatScript(formatted) !== formatted) return 'format twice differs';
  const before = meaning(text);
  return before !== null && before !== meaning(formatted) ? 'format changes the meaning' : null;
}

function measured(text: string): {
  readonly messages: readonly Message[];
  readonly planned: boolean;
  readonly milliseconds: number;
} {
  const processorTime = startProcessorTime();
  const { messages, plan } = compile([{ path: 'a.sbs', text }], CATALOG);
  return { messages, planned: plan !== null, milliseconds: processorTime() };
}

/** Compiles and formats one text and says what is wrong with the outcome. A slow text is measured three times before it counts. */
export function judged(text: string): Verdict {
  try {
    const first = measured(text);
    let { milliseconds } = first;
    for (let again = 0; again < 2 && milliseconds > LONGEST; again += 1)
      milliseconds = Math.min(milliseconds, measured(text).milliseconds);
    const valid = first.planned;
    const done = (failure: string | null): Verdict => ({ failure, milliseconds, valid });
    if (milliseconds > LONGEST) return done('slow');
    const lengths = text.split(/\r\n|\n|\r/).map((line) => line.length);
    for (const message of first.messages) {
      const failure = misplaced(message, lengths);
      if (failure !== null) return done(failure);
      if (/undefined|\[object|NaN|\{\w+\}/.test(message.message) && !/undefined|NaN|\{\w+\}/.test(text))
        return done(`wording ${message.code} ${message.message}`);
    }
    if (valid === first.messages.some((message) => message.type === 'error')) return done('plan and errors disagree');
    return done(formatFailure(text));
  } catch (error) {
    const trace =
      error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 3).join(' ') : String(error);
    return { failure: `throws ${trace}`, milliseconds: 0, valid: false };
  }
}

const kindOf = (failure: string | null): string => failure?.split(' ')[0] ?? '';

/** The smallest text that fails in the same way, found by leaving out ever smaller stretches. */
export function minimized(text: string, judge: (text: string) => string | null): string {
  const kind = kindOf(judge(text));
  let best = text;
  for (let size = Math.ceil(best.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < best.length; ) {
      const shorter = best.slice(0, at) + best.slice(at + size);
      if (kindOf(judge(shorter)) === kind) best = shorter;
      else at += size;
    }
  }
  return best;
}
