import { proposeScript } from '@switchboard/language/propose/script';
import { useCallback, useState } from 'react';
import { type CombinedError, useClient } from 'urql';
import { describeFailure, type Failure } from '../../api/failure.ts';
import { fileFailure, useAccountFiles } from '../../api/files/account-files.ts';
import {
  PipelineFileDocument,
  PublishPipelineDocument,
  StartPipelineDraftDocument,
} from '../../api/generated/documents/first-pipeline.ts';
import type { CsvFile } from './read-csv.ts';

export type PublishPipeline = {
  /** Stores the file, adds the script and publishes it. Resolves to whether all of it happened. */
  readonly publish: (name: string, csv: CsvFile) => Promise<boolean>;
  readonly isPublishing: boolean;
  /** Why the last attempt failed; null without one. */
  readonly failure: Failure | null;
};

/** The reason of a call that failed or was refused. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

const refused = (error: CombinedError | undefined): Refused =>
  new Refused(describeFailure(error ?? { graphQLErrors: [] }));

/** Publishes a pipeline that delivers a file. Nothing is published unless the file is stored and the script compiles. */
export function usePublishPipeline(): PublishPipeline {
  const client = useClient();
  const files = useAccountFiles();
  const [isPublishing, setIsPublishing] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const publish = useCallback(
    async (name: string, { file, delimiter, decimalSeparator, columns }: CsvFile): Promise<boolean> => {
      setIsPublishing(true);
      setFailure(null);
      try {
        const path = `imported/${name}.sbs`;
        const known = await client
          .query(PipelineFileDocument, { paths: [path] }, { requestPolicy: 'network-only' })
          .toPromise();
        if (known.data == null) throw refused(known.error);
        if ((known.data.published_changelist?.files.length ?? 0) > 0)
          throw new Refused({
            message: `The published script has a file ${path} already. Choose another name, or change that file in the editor.`,
            requestId: undefined,
          });
        await files.sendCsv(`imports/${name}.csv`, file);
        const branched = await client.mutation(StartPipelineDraftDocument, { description: `Add ${name}` }).toPromise();
        const draft = branched.data?.branch_changelist;
        if (draft === undefined) throw refused(branched.error);
        if (draft.__typename !== 'Changelist') throw new Refused({ message: draft.problem, requestId: undefined });
        const text = proposeScript({ name, path: `imported/${name}.csv`, delimiter, decimalSeparator, columns });
        const saved = await client
          .mutation(PublishPipelineDocument, {
            id: draft.id,
            version: draft.version,
            files: [{ path, text }],
          })
          .toPromise();
        const result = saved.data?.save_changelist;
        if (result === undefined) throw refused(saved.error);
        if (result.__typename !== 'SaveChangelistOk')
          throw new Refused({ message: result.problem, requestId: undefined });
        return true;
      } catch (error) {
        setFailure(error instanceof Refused ? error.failure : fileFailure(error));
        return false;
      } finally {
        setIsPublishing(false);
      }
    },
    [client, files],
  );
  return { publish, isPublishing, failure };
}
