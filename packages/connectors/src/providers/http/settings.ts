import type { FailureCodes } from '../../network/failure-codes.ts';
import type { RowSettings } from './record-lines.ts';
import type { RequestBody } from './request-body.ts';

/** How a report is asked for page by page. */
export type Paging = {
  readonly kind: 'page' | 'offset' | 'cursor' | 'next_url' | 'link_header';
  /** Where the number or the cursor goes: a query parameter, or the path of a field of the body. */
  readonly parameter: string;
  readonly isInBody: boolean;
  readonly first: number;
  /** Records that a full page has; null when it is not known. */
  readonly size: number | null;
  /** Paths in an answer: of the cursor or address of the next page, of whether there is one, of how many records and pages there are. */
  readonly next: string | null;
  readonly more: string | null;
  readonly total: string | null;
  readonly pages: string | null;
  readonly max: number;
};

export type Query = readonly (readonly [name: string, value: string])[];

/** How a report that the provider makes on request is polled and fetched. */
export type AsyncParameters = {
  readonly statusUrl: string;
  /** Null: its state is asked for by GET. */
  readonly statusBody: RequestBody['value'] | null;
  readonly downloadUrl: string | undefined;
  readonly downloadQuery: Query;
  readonly idField: string;
  readonly statusField: string;
  readonly urlField: string;
  /** How to treat a finished report without the address of a file. */
  readonly missingUrl: 'fail' | 'empty';
  readonly ready: readonly string[];
  readonly failed: readonly string[];
  readonly checkAfterSeconds: number;
  readonly giveUpMinutes: number;
};

export type HttpParameters = {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody | null;
  readonly notFound: 'fail' | 'retry';
  /** Advice for a url that answers with not found. */
  readonly check: string;
  readonly filename: string | undefined;
  /** One entry for every file to fetch: its name ('' when there is but one) and its url. */
  readonly targets: readonly { readonly file: string; readonly url: string }[];
  readonly asynchronous: AsyncParameters | null;
  /** Null: the answer is the file, as it is. */
  readonly rows: RowSettings | null;
  /** Null: there is one page. */
  readonly paging: Paging | null;
  readonly failures: FailureCodes | null;
};
