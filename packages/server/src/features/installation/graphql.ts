import { administration } from '../../graphql/administration.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, from, int, nullable, objects, string } from '../../graphql/columns.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { defineRetryOfFailedWork } from './graphql-retry.ts';
import { type DoctorFinding, type DoctorItem, type DoctorReport, MAX_ITEMS } from './report.ts';

const ADMIN = { admin: 'manage-accounts' } as const;

const itemRef = builder.objectRef<DoctorItem>('InstallationItem');
const findingRef = builder.objectRef<DoctorFinding>('InstallationFinding');
const reportRef = builder.objectRef<DoctorReport>('InstallationReport');

/** The state of the installation, for administrators. */
export function defineInstallation(): void {
  defineRetryOfFailedWork();
  defineObject(itemRef, {
    description: 'One thing that a check found.',
    authScopes: ADMIN,
    columns: {
      account: nullable(string('Url name of the account; null when it concerns all.')),
      what: string('The thing that was found.'),
      why: string('Why it does not progress.'),
      since: nullable(string('Since when, ISO 8601 UTC; null without a beginning.')),
      todo: nullable(string('Advice; null when that of the finding is enough.')),
    },
  });
  defineObject(findingRef, {
    description: 'Result of one check of the installation.',
    authScopes: ADMIN,
    columns: {
      check: string('Name of the check.'),
      level: string('problem (does not progress by itself), notice or fine.'),
      title: string('Subject of the check.'),
      total: int('How many there are.'),
      todo: nullable(string('Advice; null when nothing is to be done.')),
      items: objects(itemRef, `The first ${MAX_ITEMS} of them.`),
    },
  });
  defineObject(reportRef, {
    description: 'The findings of `switchboard doctor`.',
    authScopes: ADMIN,
    columns: {
      at: string('When the installation was examined, ISO 8601 UTC.'),
      database: string('Host, port and name of the database.'),
      isStuck: from('stuck', boolean('Whether a finding is a problem.')),
      findings: objects(findingRef, 'Result of each check.'),
    },
  });
  builder.queryField('installation_report', (t) =>
    t.field({
      type: reportRef,
      ...administration('manage-accounts'),
      description: 'Examines the installation as `switchboard doctor` does: what does not progress by itself, and why.',
      resolve: (_root, _args, context) => context.installation.examine(),
    }),
  );
}
