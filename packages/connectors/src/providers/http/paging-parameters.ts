import type { FailureCodes } from '../../network/failure-codes.ts';
import type { HttpValues } from './connector.ts';
import type { RowSettings } from './record-lines.ts';
import type { Paging } from './settings.ts';

/** How records become lines; null when the answer is the file. Throws PARAMETER_INVALID. */
export function rowSettings(values: HttpValues): RowSettings | null {
  const { rows, columns, names_from: names, values_from: valuePaths, output, refuse } = values;
  if (rows === undefined) return null;
  if (output === 'csv' && columns === undefined) refuse('columns', 'is missing: csv needs it');
  return {
    rows: rows === '' ? refuse('rows', 'must be a path, such as data.rows') : rows,
    mayLackRows: values.missing_rows === 'empty',
    mayBePartial: values.partial_rows === 'accept',
    columns: columns?.map(columnOf) ?? null,
    table: names === undefined ? null : { names, values: valuePaths },
    output,
  };
}

/** `id=campaign.id`, or a path that names its column. */
function columnOf(text: string): { readonly name: string; readonly path: string } {
  const at = text.indexOf('=');
  return at < 0 ? { name: text, path: text } : { name: text.slice(0, at).trim(), path: text.slice(at + 1).trim() };
}

const PARAMETERS: Readonly<Record<Paging['kind'], string>> = {
  page: 'page',
  offset: 'offset',
  cursor: 'cursor',
  next_url: '',
  link_header: '',
};

/** How the pages of a report are asked for; null for one page. Throws PARAMETER_INVALID. */
export function pagingOf(values: HttpValues, method: 'GET' | 'POST'): Paging | null {
  const { paging: kind, page_in: pageIn, next_field: next, refuse } = values;
  if (kind === undefined) return null;
  if ((kind === 'cursor' || kind === 'next_url') && !next)
    refuse('next_field', `is missing: paging by ${kind} needs it`);
  const hasBody = method === 'POST' && (values.body ?? values.form) !== undefined;
  if (pageIn === 'body' && !hasBody) refuse('page_in', 'is "body", but there is no body');
  return {
    kind,
    parameter: values.page_parameter || PARAMETERS[kind],
    isInBody: pageIn === 'body',
    first: values.first_page ?? (kind === 'page' ? 1 : 0),
    size: values.page_size ?? null,
    next: next ?? null,
    more: values.more_field ?? null,
    total: values.total_field ?? null,
    pages: values.pages_field ?? null,
    max: values.max_pages,
  };
}

/** The codes by which a provider says what failed; null when it has none. */
export function failureCodes(values: HttpValues): FailureCodes | null {
  const { error_field: field, ok_values: ok = null, limited_values: limited, rejected_values: rejected } = values;
  return field === undefined ? null : { field, ok, limited, rejected };
}
