import { type Code, closest, DIAGNOSTICS } from '@switchboard/language';
import { UsageError } from '../exit.ts';

const isCode = (text: string): text is Code => Object.hasOwn(DIAGNOSTICS, text);

/** Every code of the compiler, in order. */
export const CODES: readonly Code[] = Object.keys(DIAGNOSTICS).filter(isCode).sort();

/** The code that a person means: in any case, with or without its letters. Throws UsageError with the nearest ones. */
export function findCode(written: string): Code {
  const number = /^\s*(?:sbs)?[\s-]*(\d+)\s*$/i.exec(written)?.[1];
  const code = number === undefined ? written : `SBS${number}`;
  if (isCode(code)) return code;
  const near = number === undefined ? null : nearest(code);
  const advice = near === null ? 'To see all: switchboard explain' : `Did you mean ${near}?`;
  throw new UsageError(
    `There is not a code ${number === undefined ? JSON.stringify(written.slice(0, 40)) : code}. ${advice}`,
  );
}

/** The nearest code; among equally near ones, one of the same family. */
function nearest(code: string): string | null {
  const family = CODES.filter((each) => each.startsWith(code.slice(0, 4)));
  return closest(code, family) ?? closest(code, CODES);
}
