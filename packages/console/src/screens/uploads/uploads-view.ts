import type { UploadRowFragment, UploadsQueryVariables } from '../../api/generated/graphql.ts';
import { transferView } from '../../entities/transfer/transfer-filters.ts';
import { UPLOAD_FILTERS } from '../../entities/upload/upload-filters.ts';

/** The filters and the drawer of /uploads/list, as its address holds them. */
export const UPLOADS_VIEW = transferView<UploadsQueryVariables, UploadRowFragment>('uploads', {
  drawer: { parameter: 'selectedUploadId', further: { selectedUploadName: (upload) => upload.name } },
  filters: UPLOAD_FILTERS,
});
