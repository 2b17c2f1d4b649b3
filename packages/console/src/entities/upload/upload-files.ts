import type { UploadRowFragment } from '../../api/generated/graphql.ts';

/** A file of an upload that can be fetched. */
export type UploadFile = {
  readonly id: 'delivered' | 'result';
  readonly label: string;
  /** Below /api/{account}/. */
  readonly path: string;
  /** The name it is saved under, unless the server names it. */
  readonly name: string;
  /** Why it cannot be fetched yet. */
  readonly disabledReason?: string;
};

type Filed = Pick<UploadRowFragment, 'id' | 'destination_type' | 'status' | 'result_file'>;

/** The file that an upload to a folder delivers, and the result of a test run. */
export function filesOf({ id, destination_type: type, status, result_file: result }: Filed): readonly UploadFile[] {
  const delivered: readonly UploadFile[] =
    type === 'file'
      ? [
          {
            id: 'delivered',
            label: 'Delivered file',
            path: `uploads/${encodeURIComponent(id)}/file`,
            name: `${id}.txt`,
            ...(status === 'completed' ? {} : { disabledReason: 'Only enabled when the Upload is completed.' }),
          },
        ]
      : [];
  if (result === null) return delivered;
  return [...delivered, { id: 'result', label: 'Result', path: `files/${encodeURIComponent(result)}`, name: result }];
}
