import { checkRequestId, required } from '../../../graphql/arguments.ts';
import { id, string } from '../../../graphql/columns.ts';
import { UUID } from '../../../graphql/cursor.ts';
import { reload } from '../../../graphql/loaders.ts';
import { changeResult, defineMutation } from '../../../graphql/mutation.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../../graphql/value-types.ts';
import type { UploadRefusal } from '../../../pipeline/recovery/run-upload-again.ts';
import { frozenText } from '../../../pipeline/state/frozen-dates.ts';
import { uploadRef } from './graphql.ts';
import { UPLOAD } from './loaders.ts';

const REFUSALS: Readonly<Record<Exclude<UploadRefusal, 'not_found'>, string>> = {
  not_completed: 'The upload was not delivered by schedule: only a completed published upload can be run again.',
  running: 'An upload of this name and date is queued or running already.',
  removed: 'The published script does not declare this upload any more.',
  paused: 'The upload is paused. Resume it first.',
  suspended: 'The upload is suspended. Unsuspend it first.',
  inputs: 'A download that it reads is not there for this date. Run the download first.',
};

/** Running a completed upload again. */
export function defineUploadRuns(): void {
  defineMutation('run_upload', {
    authScopes: { permission: 'manage-pipelines' },
    description:
      'Makes a completed upload of a report date again, by the published script from the newest downloads, and delivers it. Its rows replace those of the date.',
    result: changeResult('RunUploadResult', 'upload', [uploadRef, notFoundRef, conflictRef]),
    args: required({
      id: id('Id of the completed upload.'),
      request_id: string(
        'Chosen by the client, 1 to 200 printable ASCII characters: the same one runs the upload again once, also when the request is repeated.',
      ),
    }),
    resolve: async ({ id: uploadId, request_id: requestId }, context) => {
      checkRequestId(requestId);
      const missing = new NotFound('There is no such upload.');
      if (!UUID.test(uploadId)) return missing;
      const outcome = await context.transfers.runUpload(context.session, uploadId, requestId);
      if (outcome.kind === 'ok') return reload(context, UPLOAD, outcome.id);
      if (outcome.kind === 'frozen') return new Conflict(frozenText(outcome.frozen));
      return outcome.kind === 'not_found' ? missing : new Conflict(REFUSALS[outcome.kind]);
    },
  });
}
