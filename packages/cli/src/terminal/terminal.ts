import picocolors from 'picocolors';

export type Colours = ReturnType<typeof picocolors.createColors>;

/** Where text goes; a terminal may have a width. */
export type Output = {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** Results go to `out`; progress and complaints to `err`, so that results can be piped on. */
export type Terminal = {
  readonly out: Output;
  readonly err: Output;
  readonly outColours: Colours;
  readonly errColours: Colours;
};

/** NO_COLOR wins over FORCE_COLOR, which wins over what the output is. */
export function wantsColour(output: Output, env: Environment): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  if ((env['FORCE_COLOR'] ?? '') !== '') return env['FORCE_COLOR'] !== '0';
  return output.isTTY === true && env['TERM'] !== 'dumb';
}

export function openTerminal(out: Output, err: Output, env: Environment): Terminal {
  return {
    out,
    err,
    outColours: picocolors.createColors(wantsColour(out, env)),
    errColours: picocolors.createColors(wantsColour(err, env)),
  };
}

/** Text of others made harmless for a terminal: nothing that moves the cursor or changes its colours. */
export function printable(text: string): string {
  return text.replace(/[\r\n\t]+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, '');
}
