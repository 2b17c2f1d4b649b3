/** Parameters of JSON answers, of their pages, and of the codes by which a provider reports failures. */
export const PAGING_PARAMETERS = {
  rows: {
    type: 'string',
    doc: 'Path of the records in a JSON answer, such as data.rows, or "." for the answer itself. Lists on the way are walked. The records of all pages become one file of JSON lines.',
  },
  missing_rows: {
    type: 'string',
    default: 'fail',
    allowed: ['fail', 'empty'],
    doc: 'What an answer without anything at rows is: "fail", an error; "empty", a page without records.',
  },
  partial_rows: {
    type: 'string',
    default: 'fail',
    allowed: ['fail', 'accept'],
    doc: 'What an answer with records and errors beside them is, as in GraphQL: "fail", an error that is tried again; "accept", these records. Errors that columns name are part of the report.',
  },
  columns: {
    type: 'strings',
    single: true,
    doc: 'With rows: what to keep of each record, by paths such as campaign.id; "id=campaign.id" names the column id. What a record lacks is taken from the objects around it, and else null.',
  },
  output: {
    type: 'string',
    default: 'jsonl',
    allowed: ['jsonl', 'csv'],
    doc: 'With rows: the format of the file. csv needs columns.',
  },
  names_from: {
    type: 'strings',
    single: true,
    doc: 'With rows whose records are lists of values: paths in the answer at which the names of the columns are.',
  },
  values_from: {
    type: 'strings',
    single: true,
    default: ['.'],
    doc: 'With names_from: paths in a record at which its values are, in the order of the names; "." for the record itself.',
  },
  paging: {
    type: 'string',
    allowed: ['page', 'offset', 'cursor', 'next_url', 'link_header'],
    doc: 'How the next page is asked for: by its number, by the number of records before it, by a cursor in the answer, by an address in the answer, or by the Link header.',
  },
  page_parameter: {
    type: 'string',
    doc: 'Query parameter that takes number, offset or cursor: page, offset or cursor by default. With page_in: "body", the path of a field.',
  },
  page_in: {
    type: 'string',
    default: 'query',
    allowed: ['query', 'body'],
    doc: 'Whether page_parameter is a query parameter or a field of body or form.',
  },
  first_page: {
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
    doc: 'Number of the first page, or its offset: 1 for page and 0 for offset by default.',
  },
  page_size: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    doc: 'Records of a full page, with paging by page or offset: a page with fewer is the last one. Send it in query, body or form, too.',
  },
  next_field: {
    type: 'string',
    doc: 'With paging by cursor or next_url: path in the answer of the cursor or address, such as paging.next; data.-1.id is that of the last record.',
  },
  more_field: {
    type: 'string',
    doc: 'Path in the answer of what is true, or there at all, only when there are more pages.',
  },
  total_field: { type: 'string', doc: 'Path in the answer of the number of all records. Fewer are an error.' },
  pages_field: { type: 'string', doc: 'With paging by page: path in the answer of the number of pages.' },
  max_pages: {
    type: 'integer',
    default: 1000,
    minimum: 1,
    maximum: 100_000,
    doc: 'The report fails when it has more pages.',
  },
  error_field: {
    type: 'string',
    doc: 'Path in an answer of the code of a failure, also in answers of status 200, such as error.code.',
  },
  ok_values: {
    type: 'strings',
    single: true,
    doc: 'With error_field: codes that mean success. No code at all is success, too.',
  },
  limited_values: {
    type: 'strings',
    single: true,
    default: [],
    doc: 'With error_field: codes that ask to slow down, besides the statuses 429 and 503.',
  },
  rejected_values: {
    type: 'strings',
    single: true,
    default: [],
    doc: 'With error_field: codes that reject the key, besides the statuses 401 and 403.',
  },
} as const;
