import { failureOf } from '@switchboard/model/presentation/failure';
import type { FailurePartsFragment } from '../../api/generated/graphql.ts';

type Named = Pick<FailurePartsFragment, 'code' | 'kind' | 'name' | 'subject'>;

const NOUNS: Readonly<Record<string, string>> = { download: 'download', upload: 'upload', flow: 'test run' };

/** "Query failed: upload daily" */
export function failureHeading({ code, kind, name }: Named): string {
  const noun = NOUNS[kind] ?? kind;
  return `${failureOf(code).title}: ${name === '' ? noun : `${noun} ${name}`}`;
}

type Placed = Pick<FailurePartsFragment, 'code' | 'subject' | 'subject_kind' | 'column' | 'is_in_script' | 'place'>;

/** "Column price of the download orders" */
export function subjectText({ subject, subject_kind: kind, column, place }: Placed): string | null {
  if (subject === null || kind === null) return null;
  const declared = `${kind} ${subject}`;
  return place?.part === 'column' && column !== null ? `Column ${column} of the ${declared}` : `The ${declared}`;
}

const OUTSIDE: Readonly<Record<string, string>> = {
  provider: 'The script is not the cause: the source did not answer as it should.',
  key: 'The script is not the cause: the key is rejected or suspended.',
  file: 'The script is not the cause: the file that was delivered is at fault.',
  destination: 'The script is not the cause: the destination did not take the rows.',
  input: 'The script is not the cause: a download that it reads failed.',
  installation: 'The script is not the cause: Switchboard itself failed.',
};

/** Why no line of the script is responsible, or is known; null where one is. */
export function placelessReason(failure: Placed): string | null {
  if (!failure.is_in_script) return OUTSIDE[failureOf(failure.code).origin] ?? null;
  return failure.place === null
    ? 'The version that ran does not declare it any more, so that its line is not known.'
    : null;
}
