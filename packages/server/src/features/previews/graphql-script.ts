import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { from, id, int, nullable, string } from '../../graphql/columns.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { NotFound } from '../../graphql/value-types.ts';
import { fileInput } from '../changelists/graphql-changes.ts';
import { CompilationErrors } from '../changelists/graphql-compilation.ts';
import type { EditedScript, NoPlan } from './draft-plan.ts';
import { FAILURE_REASONS, failed, type PreviewFailure } from './preview-failure.ts';

export const failureRef = builder.objectRef<PreviewFailure>('PreviewFailure');

/** Arguments that name a script as it stands in an editor. */
export const SCRIPT_ARGUMENTS = {
  ...required({ changelist_id: id('Id of the changelist.') }),
  ...optional({ version: int('The version of the draft that was read. Needed with files.') }),
  files: builder.args((t) => ({
    files: t.field({
      type: [fileInput],
      description: 'Changes of files that are not saved; each path at most once. Needs version.',
    }),
  })).files,
};

type Given = {
  readonly changelist_id: string;
  readonly version?: number | null | undefined;
  readonly files?: readonly GivenFile[] | null | undefined;
};
type GivenFile = {
  readonly path: string;
  readonly text?: string | null | undefined;
  readonly original_path?: string | null | undefined;
};

/** @throws RequestError BAD_REQUEST when there are changes without the version that they are based on */
export function editedScript({ changelist_id: changelistId, version, files }: Given): Omit<EditedScript, 'accountId'> {
  if ((files?.length ?? 0) > 0 && version == null)
    throw badRequest('Give the version of the draft that was read: the changes of files are based on it.');
  const changes = (files ?? []).map(({ path, text, original_path: originalPath }) => ({ path, text, originalPath }));
  return { changelistId, version: version ?? null, files: changes };
}

/** Returns the API's answer for a script without a plan. */
export function noPlanResult(reason: NoPlan): CompilationErrors | PreviewFailure | NotFound {
  switch (reason.kind) {
    case 'errors':
      return new CompilationErrors(reason.messages);
    case 'not_found':
      return new NotFound('There is no such changelist.');
    case 'stale':
    case 'invalid':
      return failed(reason.kind, reason.message);
  }
}

export function definePreviewFailure(): void {
  defineObject(failureRef, {
    description: 'Why nothing could be computed, and where in the script the reason stands.',
    authScopes: { permission: 'develop-scripts' },
    isTypeOf: hasProperty('reason'),
    columns: {
      reason: string(`${FAILURE_REASONS.join(', ')}.`),
      message: string('The problem and the advice.'),
      declaration: from('table', nullable(string('Name of the declaration that failed; null when none is the cause.'))),
      path: nullable(string('Path of the file in which it is declared.')),
      line: nullable(int('Line of its declaration, from 1.')),
    },
  });
}
