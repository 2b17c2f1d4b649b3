import type { ConnectorSpec } from '@switchboard/model/catalog';
import { defineParameters } from '../../parameters/define-parameters.ts';

export const SOURCE_PARAMETERS = defineParameters({
  path: {
    type: 'string',
    required: true,
    doc: 'Path of a rule of email ingest: the files of the mails that the rule takes. With pattern or regex, also the paths below it.',
  },
  content: {
    type: 'string',
    required: false,
    allowed: ['attachments', 'body'],
    default: 'attachments',
    doc: 'Which files of a mail to load: its attachments, or its text as body.txt (body.html for a mail without plain text). Images, signatures and invitations are no reports, unless pattern or regex names their suffix.',
  },
  same_name: {
    type: 'string',
    required: false,
    allowed: ['newest', 'all'],
    default: 'newest',
    doc: 'Which to load of several files of one rule, name and report date (texts: of one subject): the newest, as a correction replaces what it corrects, or all. Files of equal content count once; with all, those of equal content and equal name.',
  },
});

/** Mail that the addresses of an account received. */
export const connector: ConnectorSpec = {
  name: 'email',
  displayName: 'Email',
  keyTypes: [],
  keyRequired: false,
  source: { parameters: SOURCE_PARAMETERS.specs, listsFiles: true },
};
