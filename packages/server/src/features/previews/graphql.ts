import { required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, float, from, id, int, nullable, object, objects, string } from '../../graphql/columns.ts';
import { defineMutation } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { notFoundRef, reportDatetimeRef } from '../../graphql/value-types.ts';
import { errorsRef } from '../changelists/graphql-compilation.ts';
import { definePreviewFailure, editedScript, failureRef, noPlanResult, SCRIPT_ARGUMENTS } from './graphql-script.ts';
import type { ShownDirtyRow, ShownPreview } from './preview-table.ts';

const DEVELOP = { permission: 'develop-scripts' } as const;

const previewRef = builder.objectRef<ShownPreview>('TablePreview');
const columnRef = builder.objectRef<ShownPreview['columns'][number]>('PreviewColumn');
const dirtyRef = builder.objectRef<ShownDirtyRow>('PreviewDirtyRow');
const inputRef = builder.objectRef<ShownPreview['inputs'][number]>('PreviewInput');

function defineParts(): void {
  defineObject(columnRef, {
    description: 'A column of a previewed table.',
    authScopes: DEVELOP,
    columns: { name: string('Name of the column.'), type: string('Type, as written in scripts.') },
  });
  defineObject(dirtyRef, {
    description: 'A record of a file that does not fit the declaration of its download.',
    authScopes: DEVELOP,
    columns: {
      before: int('Number of rows of the preview that stand before it in the file.'),
      line: int('Line of the file on which it begins, from 1.'),
      column: string('The column whose value does not fit; empty when the record as a whole does not.'),
      reason: string('Why it does not fit.'),
      raw: string('The record as it stands in the file, at most 1000 characters.'),
    },
  });
  defineObject(inputRef, {
    description: 'A download that a preview is made from.',
    authScopes: DEVELOP,
    columns: {
      name: string('Name of the download declaration.'),
      download_id: from('downloadId', id('Id of the download.')),
      reloaded: from(
        'isReloaded',
        boolean('Whether its files were loaded again, because the draft declares the download differently.'),
      ),
    },
  });
}

/** The preview of a table of a script. */
export function definePreviews(): void {
  definePreviewFailure();
  defineParts();
  defineObject(previewRef, {
    description: 'The first rows of a table, computed from the newest finished downloads of production.',
    authScopes: DEVELOP,
    isTypeOf: hasProperty('isSource'),
    columns: {
      table: string('Name of the table.'),
      is_source: from('isSource', boolean('Whether it is the table of a download, whose files are shown.')),
      report_datetime: from(
        'reportDate',
        nullable(object(reportDatetimeRef, 'The report date; null where no download has report dates.')),
      ),
      columns: objects(columnRef, 'Its columns.'),
      row_count: from('total', nullable(float('Number of all rows; null where only the first were read.'))),
      dirty_rows: from('dirty', objects(dirtyRef, 'Dirty records among the first, for a download.')),
      dirty_row_count: from(
        'dirtyTotal',
        nullable(float('Dirty rows of the downloads; null where these are loaded differently by the draft.')),
      ),
      inputs: objects(inputRef, 'The downloads that it is made from.'),
      milliseconds: int('Time that it took.'),
    },
    fields: (t) => ({
      rows: t.expose('rows', {
        type: 'JSON',
        description:
          'The first 200 rows: arrays of strings and nulls, in the order of the columns, in the order of delivery. Long values are cut.',
      }),
    }),
  });
  defineMutation('preview_table', {
    authScopes: DEVELOP,
    description:
      'Computes the first rows of a table of a script, with changes that are not saved. Changes nothing: a mutation because it carries files and is not cached. One at a time for a person; a later one ends the earlier.',
    result: {
      name: 'PreviewTableResult',
      description: 'The rows, or why there are none.',
      types: [previewRef, errorsRef, failureRef, notFoundRef],
    },
    args: { ...SCRIPT_ARGUMENTS, ...required({ table: string('Name of the table, or of a download.') }) },
    resolve: async (args, context) => {
      const outcome = await context.previews.table(context.session, {
        ...editedScript(args),
        table: args.table,
        signal: context.signal,
      });
      return outcome.kind === 'preview' || outcome.kind === 'failed' ? outcome : noPlanResult(outcome);
    },
  });
}
