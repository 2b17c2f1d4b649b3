/** A function of a SQL dialect that the language does not have, and what to write in its place. */
export type FunctionHabit = {
  readonly name: string;
  /** A use over the columns of the examples, and what the author writes in its place. */
  readonly sql: string;
  readonly here: string;
  /** Advice on the replacement, as a sentence. */
  readonly advice: string;
  /** Number of arguments, and the expression that replaces the call; letters stand for its arguments. */
  readonly rewrite?: { readonly letters: readonly string[]; readonly result: string };
};

/** Advice on what gives another value each time. */
export const NOT_RANDOM =
  'A value must be the same when the flow runs again. Write md5(…) of the columns that identify the row.';

const CALL = /^(\w+)\((.*)\)$/;

/**
 * Functions that become another expression. Each row: the call with letters for its arguments, its replacement, a use, and what
 * the fix makes of it. In the replacement `'u'` and `u(` are the text of an argument that names a unit.
 */
export function rewritten(rows: readonly (readonly [string, string, string, string])[]): readonly FunctionHabit[] {
  return rows.map(([call, result, sql, here]) => {
    const [, name = '', letters = ''] = CALL.exec(call) ?? [];
    return {
      name,
      sql,
      here,
      advice: `Write ${result} for ${call}.`,
      rewrite: { letters: letters === '' ? [] : letters.split(', '), result },
    };
  });
}

/** Functions whose replacement depends on what is meant. Each row: the name, the advice, a use, and one replacement. */
export function advised(rows: readonly (readonly [string, string, string, string])[]): readonly FunctionHabit[] {
  return rows.map(([name, advice, sql, here]) => ({ name, advice, sql, here }));
}

/** Functions without a counterpart. Each row: their names as one text, the advice, a use behind the name, and what its author writes. */
export function absent(rows: readonly (readonly [string, string, string, string])[]): readonly FunctionHabit[] {
  return rows.flatMap(([names, advice, call, here]) =>
    names.split(' ').map((name) => ({ name, advice, sql: `${name}${call}`, here })),
  );
}
