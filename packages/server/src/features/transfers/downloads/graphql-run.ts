import { LIMITS } from '@switchboard/model/limits';
import { checkRequestId, optional, required } from '../../../graphql/arguments.ts';
import { string } from '../../../graphql/columns.ts';
import { reload } from '../../../graphql/loaders.ts';
import { changeResult, defineMutation } from '../../../graphql/mutation.ts';
import { badRequest } from '../../../graphql/request-error.ts';
import { instantOf } from '../../../graphql/scalars.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../../graphql/value-types.ts';
import type { RunRefusal } from '../../../pipeline/recovery/run-date.ts';
import { downloadRef } from './graphql.ts';
import { DOWNLOAD } from './loaders.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** @throws RequestError BAD_REQUEST */
function readDate(text: string | null | undefined): string | null {
  if (text == null) return null;
  const read = DATE.test(text) ? instantOf(`${text}T00:00:00Z`) : null;
  if (read?.toISOString().slice(0, 10) !== text)
    throw badRequest(`report_date must be a date as yyyy-MM-dd, not ${text.slice(0, 50)}.`);
  return text;
}

function refusal({ kind }: RunRefusal, name: string, date: string | null): NotFound | Conflict {
  switch (kind) {
    case 'not_found':
      return new NotFound(`There is no published download ${name.slice(0, 200)}.`);
    case 'paused':
      return new Conflict(`The download ${name} is paused. Resume it first.`);
    case 'suspended':
      return new Conflict(`The download ${name} is suspended. Unsuspend it first.`);
    case 'needs_date':
      return new Conflict(`The download ${name} has report dates: choose one.`);
    case 'has_no_dates':
      return new Conflict(`The download ${name} has no report dates: leave the date out.`);
    case 'no_report':
      return new Conflict(`The schedule of ${name} has no report for ${date ?? 'this date'}. Choose another date.`);
    case 'too_early':
      return new Conflict(`${date ?? 'The date'} has not begun. Choose today or an earlier date.`);
    case 'too_old':
      return new Conflict(
        `${date ?? 'The date'} is more than ${LIMITS.sampleAgeDays} days ago. Launch a backfill for it.`,
      );
    case 'running':
      return new Conflict(`${name}${date === null ? '' : ` for ${date}`} is queued or running already.`);
  }
}

/** Running a report date of a download now, or again. */
export function defineDownloadRuns(): void {
  defineMutation('run_download', {
    authScopes: { permission: 'manage-pipelines' },
    description:
      'Downloads a report date now: before its schedule, or once more as a new version. Its uploads are made from that as from any other version.',
    result: changeResult('RunDownloadResult', 'download', [downloadRef, notFoundRef, conflictRef]),
    args: {
      ...required({
        name: string('Name of the download.'),
        request_id: string(
          'Chosen by the client, 1 to 200 printable ASCII characters: the same one runs a report date once, also when the request is repeated.',
        ),
      }),
      ...optional({ report_date: string('yyyy-MM-dd; without it for downloads without report dates.') }),
    },
    resolve: async ({ name, report_date: text, request_id: requestId }, context) => {
      checkRequestId(requestId);
      const reportDate = readDate(text);
      const outcome = await context.transfers.runDate(context.session, { name, reportDate }, requestId);
      if (outcome.kind !== 'ok') return refusal(outcome, name, reportDate);
      return reload(context, DOWNLOAD, outcome.id);
    },
  });
}
