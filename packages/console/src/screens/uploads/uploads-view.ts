import type { UploadRowFragment, UploadsQueryVariables } from '../../api/generated/graphql.ts';
import { CAUSE_FILTER, PURPOSE_FILTER, transferView } from '../../entities/transfer/transfer-filters.ts';
import { UPLOAD_STATUS_OPTIONS } from '../../entities/upload/upload-status.ts';

/** The filters and the drawer of /uploads/list, as its address holds them. */
export const UPLOADS_VIEW = transferView<UploadsQueryVariables, UploadRowFragment>('uploads', {
  drawer: { parameter: 'selectedUploadId', further: { selectedUploadName: (upload) => upload.name } },
  statuses: UPLOAD_STATUS_OPTIONS,
  filters: [
    {
      kind: 'choices',
      label: 'Project',
      parameter: 'project',
      variable: 'projects',
      options: 'projects',
      pinned: true,
    },
    {
      kind: 'choices',
      label: 'Name',
      parameter: 'uploadName',
      variable: 'names',
      options: 'upload_names',
      pinned: true,
    },
    {
      kind: 'choices',
      label: 'Destination',
      parameter: 'destination',
      variable: 'destination',
      options: 'destinations',
    },
    PURPOSE_FILTER,
    CAUSE_FILTER,
    {
      kind: 'days',
      label: 'Uploaded',
      start: 'uploaded_start',
      end: 'uploaded_end',
      after: 'uploaded_after',
      before: 'uploaded_before',
    },
    { kind: 'link', label: 'Export project', parameter: 'project_id', variable: 'projects', isList: true },
  ],
});
