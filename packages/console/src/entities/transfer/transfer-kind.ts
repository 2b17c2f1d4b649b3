import type { Client } from 'urql';
import type { ApiCall } from '../../api/api-call.ts';
import type { GraphqlFailure } from '../../api/failure.ts';
import { DownloadDocument, SaveDownloadDocument } from '../../api/generated/documents/download.ts';
import { SaveUploadDocument, UploadDocument } from '../../api/generated/documents/upload.ts';

export type TransferChange = 'abandoned' | 'queued';

export type SaveOutcome = {
  readonly error: GraphqlFailure | undefined;
  /** The saved row, or the reason why the server refused; undefined when it did not answer. */
  readonly saved: object | { readonly problem: string } | undefined;
};

type Noun = 'download' | 'upload';

/** How a download and an upload differ for the actions on them. */
export type TransferKind = {
  readonly noun: Noun;
  readonly abandonConsequence: string;
  /** The call that reads one. */
  readonly apiCall: (id: string) => ApiCall;
  readonly save: (client: Client, id: string, status: TransferChange) => Promise<SaveOutcome>;
};

export const DOWNLOAD_KIND: TransferKind = {
  noun: 'download',
  abandonConsequence: 'It stops permanently, and no upload will be made from it.',
  apiCall: (id) => ({ document: DownloadDocument, variables: { id } }),
  save: async (client, id, status) => {
    const { error, data } = await client.mutation(SaveDownloadDocument, { id, status }).toPromise();
    return { error, saved: data?.save_download };
  },
};

export const UPLOAD_KIND: TransferKind = {
  noun: 'upload',
  abandonConsequence: 'It stops permanently, and its rows will not reach the destination.',
  apiCall: (id) => ({ document: UploadDocument, variables: { id } }),
  save: async (client, id, status) => {
    const { error, data } = await client.mutation(SaveUploadDocument, { id, status }).toPromise();
    return { error, saved: data?.save_upload };
  },
};
