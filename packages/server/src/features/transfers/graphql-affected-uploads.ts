import { builder, VIEW } from '../../graphql/builder.ts';
import { dateTime, from, nullable, reference, string } from '../../graphql/columns.ts';
import { type LoaderDefinition, load } from '../../graphql/loaders.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { type AffectedUpload, affectedUploads } from '../../pipeline/deadlines/affected-uploads.ts';
import { downloadRef } from './downloads/graphql.ts';
import { uploadRef } from './uploads/graphql.ts';
import { UPLOAD } from './uploads/loaders.ts';

const affectedUploadRef = builder.objectRef<AffectedUpload>('AffectedUpload');

/** By download. */
const AFFECTED_UPLOADS: LoaderDefinition<readonly AffectedUpload[]> = { batch: affectedUploads };

/** The uploads and deadlines that a failed download breaks. */
export function defineAffectedUploads(): void {
  defineObject(affectedUploadRef, {
    description: 'An upload that is not delivered unless a download completes.',
    authScopes: VIEW,
    columns: {
      name: string('Name of the upload declaration.'),
      project: string('Project that declares it.'),
      destination: string('Destination as declared, with date placeholders.'),
      deadline: nullable(dateTime('The first deadline after the download was due; null without a deadline.')),
      upload: from(
        'uploadId',
        reference(uploadRef, UPLOAD, 'The upload of the report date; null before its flow has started.'),
      ),
    },
    fields: (t) => ({
      is_late: t.boolean({
        description: 'Whether the deadline has passed.',
        resolve: ({ deadline }, _args, { now }) => deadline !== null && deadline.getTime() <= now(),
      }),
    }),
  });
  builder.objectField(downloadRef, 'affected_uploads', (t) =>
    t.field({
      type: [affectedUploadRef],
      description:
        'The published uploads that are not delivered for its report date unless it completes with good rows, earliest deadline first. Empty once it has, and for backfills and test runs.',
      resolve: async (row, _args, context) => [...((await load(context, AFFECTED_UPLOADS, row.id)) ?? [])],
    }),
  );
}
