import { required } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, dateTime, from, id, nullable, object, reference, string } from '../../graphql/columns.ts';
import { inAccount } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { POSITION_COLUMNS, reportDatetime } from '../../graphql/value-types.ts';
import { changelistRef, loadChangelist } from '../changelists/graphql-changelist.ts';
import { downloadRef } from '../transfers/downloads/graphql.ts';
import { DOWNLOAD } from '../transfers/downloads/loaders.ts';
import { assertionFileName } from '../transfers/flows/graphql.ts';
import { explainFailure, type FailureExplanation } from './explain-failure.ts';
import { FAILING } from './queries.ts';

type Place = NonNullable<FailureExplanation['place']>;

const placeRef = builder.objectRef<Place>('FailurePlace');
const explanationRef = builder.objectRef<FailureExplanation>('FailureExplanation');

function defineTypes(): void {
  defineObject(placeRef, {
    description: 'Where in the script a failure comes from.',
    authScopes: VIEW,
    columns: {
      ...POSITION_COLUMNS,
      part: string('Kind of place: column, parameter, claim of an assertion, or declaration.'),
    },
  });
  defineObject(explanationRef, {
    description: 'Where a failure comes from.',
    authScopes: VIEW,
    columns: {
      id: id('Id of what failed.'),
      kind: string(
        'download, upload or flow: what failed. A flow that failed through one of its transfers names that one.',
      ),
      name: string('Name of the source or of the upload; empty for a flow.'),
      status: string('Its status.'),
      report_datetime: reportDatetime('Report date; null for reports without dates.'),
      code: string('Error code; UPLOAD_STOPPED of an assertion; DIRTY_ROWS of a completed download with dirty rows.'),
      message: nullable(string('Message of the failure; null without one.')),
      next_try: nullable(dateTime('When it is tried next; null when no attempt is planned.')),
      is_in_script: boolean(
        'Whether a line of the script is responsible. Otherwise the place is only the declaration.',
      ),
      place: nullable(object(placeRef, 'The place in the script; null when the version does not declare it any more.')),
      subject_kind: nullable(string('download, table, upload or assertion: what is declared at the place.')),
      subject: nullable(string('Name of the declaration.')),
      column: nullable(string('The column that is concerned; null when none is known.')),
      is_changed: boolean('Whether the draft was saved after its test run was launched, so that the lines may differ.'),
      key_name: nullable(string('Name of the key that it uses; null without one.')),
      download: from(
        'download_id',
        reference(downloadRef, DOWNLOAD, 'The download that has failed or has dirty rows; null for other failures.'),
      ),
    },
    fields: (t) => ({
      changelist: t.field({
        type: changelistRef,
        description: 'The version of the script that ran.',
        resolve: (row, _args, context) => loadChangelist(context, row.changelist_id),
      }),
      rows_file: t.string({
        nullable: true,
        description: 'Name of the file with the first rows that contradict the assertion, below /api/{account}/files.',
        resolve: ({ rows_of: assertion }) => (assertion === null ? null : assertionFileName(assertion)),
      }),
    }),
  });
}

/** Why a download, upload or flow failed, and where in the script that ran. */
export function defineFailures(): void {
  defineTypes();
  builder.queryField('failure_explanation', (t) =>
    t.field({
      type: explanationRef,
      nullable: true,
      authScopes: VIEW,
      description:
        'Where the failure of a download, upload or flow comes from; null when the account does not have it, or when it has not failed.',
      args: required({ kind: string('download, upload or flow.'), id: id('Its id.') }),
      resolve: async (_root, args, context) => {
        const kind = FAILING.find((one) => one === args.kind);
        if (kind === undefined) throw badRequest('kind must be download, upload or flow.');
        if (!UUID.test(args.id)) return null;
        return inAccount(context, (tx, accountId) => explainFailure(tx, accountId, { kind, id: args.id }));
      },
    }),
  );
}
