import type { Failure } from '../../api/failure.ts';
import { DownloadDetailsDocument, UploadDetailsDocument } from '../../api/generated/documents/home-details.ts';
import type { DownloadDetailsQuery, UploadDetailsQuery } from '../../api/generated/graphql.ts';
import type { ArtifactType } from '../../entities/health/health-paths.ts';
import { useRefreshableQuery } from '../../entities/health/use-refreshable-query.ts';

type DownloadAnswer = DownloadDetailsQuery['downloadDetails'];
type UploadAnswer = UploadDetailsQuery['uploadDetails'];
type DownloadDetails = Extract<DownloadAnswer, { __typename: 'DownloadDetails' }>;
type UploadDetails = Extract<UploadAnswer, { __typename: 'UploadDetails' }>;

/** A download or upload, with what reads it or what it reads. */
export type Details = Omit<DownloadDetails, '__typename' | 'uploads'> & {
  readonly type: ArtifactType;
  readonly uses: DownloadDetails['uploads'];
};

export type DetailsState = {
  /** Undefined while it loads, and after a failure. */
  readonly details: Details | undefined;
  /** Why the account has no such declaration. */
  readonly problem: string | null;
  readonly failure: Failure | null;
  readonly isRefreshing: boolean;
  readonly refresh: () => void;
};

/** The details of a download or upload. @param type null for neither */
export function useDetails(type: ArtifactType | null, name: string): DetailsState {
  const download = useRefreshableQuery({
    document: DownloadDetailsDocument,
    variables: { downloadName: name },
    pause: type !== 'download' || name === '',
  });
  const upload = useRefreshableQuery({
    document: UploadDetailsDocument,
    variables: { uploadName: name },
    pause: type !== 'upload' || name === '',
  });
  const { failure, isRefreshing, refresh } = type === 'upload' ? upload : download;
  const answer = type === 'upload' ? upload.data?.uploadDetails : download.data?.downloadDetails;
  return {
    details: detailsOf(answer),
    problem: answer !== undefined && 'problem' in answer ? answer.problem : null,
    failure,
    isRefreshing,
    refresh,
  };
}

function detailsOf(answer: DownloadAnswer | UploadAnswer | undefined): Details | undefined {
  if (answer?.__typename === 'DownloadDetails') return { ...answer, type: 'download', uses: answer.uploads };
  if (answer?.__typename === 'UploadDetails')
    return { ...answer, type: 'upload', uses: (answer as UploadDetails).downloads };
  return undefined;
}
