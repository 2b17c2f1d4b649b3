import { DESTINATION_ERRORS } from '../errors/destination-errors.ts';
import {
  CONTACT,
  type ErrorRow,
  type FailureOrigin,
  INSTALLATION_FAILED,
  RETRY_LATER,
  ROWS_DIRTY,
} from '../errors/error-row.ts';
import { FILE_ERRORS } from '../errors/file-errors.ts';
import { FLOW_ERRORS } from '../errors/flow-errors.ts';
import { SOURCE_ERRORS } from '../errors/source-errors.ts';
import { WORK_ERRORS } from '../errors/work-errors.ts';

/** A completed download of which some rows are dirty has no error code. */
export const DIRTY_ROWS = 'DIRTY_ROWS';

/** A failure of a download or an upload as people see it. */
export type Failure = {
  readonly title: string;
  readonly action: string;
  readonly origin: FailureOrigin;
  readonly meaning: string;
  readonly parameters?: readonly string[];
};

/** An assertion that stopped an upload is a failure without an error. */
const ASSERTION: Failure = {
  title: 'Stopped by an assertion',
  action: 'Check the rows and the assertion, then retry.',
  origin: 'script',
  meaning: 'An assertion of the script is not true of the rows, so that nothing was delivered.',
};

const FAILURES: ReadonlyMap<string, Failure> = new Map([
  ...failuresOf(SOURCE_ERRORS),
  ...failuresOf(FILE_ERRORS),
  ...failuresOf(FLOW_ERRORS),
  ['UPLOAD_STOPPED', ASSERTION],
  ...failuresOf(DESTINATION_ERRORS),
  ...failuresOf(WORK_ERRORS),
]);

function failuresOf(rows: Readonly<Record<string, ErrorRow>>): [code: string, Failure][] {
  return Object.entries(rows).flatMap(([code, row]): [string, Failure][] =>
    row.title === undefined ? [] : [[code, { ...row, action: row.action ?? actionOf(row) }]],
  );
}

/** The action that follows from the advice. A suspended key or declaration goes on by itself when it is fixed. */
function actionOf({ advice, class: kind }: ErrorRow): string {
  if (advice === undefined) return RETRY_LATER;
  return kind === 'authentication' || advice.includes(', then ') ? `${advice}.` : `${advice}, then retry.`;
}

/** Why a download or an upload counts as failed, in a few words, by error code. */
export const FAILURE_TITLES: ReadonlyMap<string, string> = new Map(
  [...FAILURES].map(([code, { title }]) => [code, title]),
);

/** The failure with an error code, or DIRTY_ROWS. An unknown code is its own title, and a failure of the installation. */
export function failureOf(code: string): Failure {
  if (code === DIRTY_ROWS) return { ...failureOf('ALL_ROWS_DIRTY'), title: 'Some rows are dirty', meaning: ROWS_DIRTY };
  return FAILURES.get(code) ?? { title: code, action: CONTACT, origin: 'installation', meaning: INSTALLATION_FAILED };
}

/** Whether a line of the script is responsible. */
export const isInScript = ({ origin }: Pick<Failure, 'origin'>): boolean => origin === 'script' || origin === 'data';
