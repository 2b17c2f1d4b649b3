import {
  type ConversionCell,
  type ConversionOutcome,
  convertedOutcome,
  DIRTY,
  REFUSED,
  readOutcome,
} from '@switchboard/model/conversions/conversion-cell';
import { CONVERSIONS } from '@switchboard/model/conversions/conversions';
import { typeName } from '@switchboard/model/schema';
import { code, page, table } from '../markdown.ts';

/** Cases shown of one cell: the test has more. */
const SHOWN = 8;

const shown = (text: string): string => code(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"'));

function outcomeText(outcome: ConversionOutcome): string {
  if (outcome === DIRTY) return 'dirty';
  if (outcome === REFUSED) return 'not possible';
  return outcome === null ? 'null' : shown(outcome);
}

function casesText({ cases }: ConversionCell): string {
  return cases
    .slice(0, SHOWN)
    .map((one) => {
      const [read, converted] = [outcomeText(readOutcome(one)), outcomeText(convertedOutcome(one))];
      return `${shown(one[0])} → ${read}${read === converted ? '' : `, in an expression ${converted}`}`;
    })
    .join('; ');
}

/** Tables of the conversions from each type to each other one. */
export function conversionsPage(): string {
  const kinds = [...new Set(CONVERSIONS.map(({ from }) => from.kind))];
  return page(
    'Conversions',
    'One table says what a value becomes: in the columns of files of every format, in `cast` and `try_cast`, in the functions named after types, in ' +
      '`parse_date` and `parse_datetime`, and in literals. A value that has no counterpart is *dirty*: its row is kept out of the table when a file is ' +
      'read, `try_cast` and the functions give null, and `cast` ends the run with an error that names the value. Texts and values of files are never ' +
      'rounded. Numbers that are converted in an expression are rounded, halves away from zero. Blanks alone are null.',
    '## Comparisons and calculations',
    'An integer, or a decimal without decimal places, is compared with a float exactly: 9007199254740993 is not equal to the float 9007199254740992. ' +
      'A decimal with decimal places is compared as the nearest float, so that 0.1 equals the float 0.1. Where a column or a list mixes integers ' +
      'and floats, as in `union`, `coalesce` and `in (select …)`, its values are floats. The result of `+`, `-`, `*` and `%` of decimals and integers ' +
      'is exact: a product has the decimal places of both sides, at most 38, or the script is refused. Digits that do not fit end the run. ' +
      '`/` gives a float.',
    ...kinds.flatMap((kind) => [
      `## From ${kind}`,
      table(
        ['To', 'Rule', 'Examples'],
        CONVERSIONS.filter(({ from }) => from.kind === kind).map((cell) => [
          code(typeName(cell.to) + (cell.format === undefined ? '' : `("${cell.format}")`)),
          cell.rule,
          casesText(cell),
        ]),
      ),
    ]),
  );
}
