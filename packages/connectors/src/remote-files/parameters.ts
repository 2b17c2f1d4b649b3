import { FILE_FORM } from '../delivery/file-form-parameters.ts';
import { defineParameters } from '../parameters/define-parameters.ts';

/** Parameters of every source and destination at a server of files. */
export const SOURCE_PARAMETERS = defineParameters({
  path: {
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Path at the server, from the folder of the user unless it begins with a slash. {YYYY-MM-DD} and the like stand for the report date; * and ** match several files. With pattern or regex, the folder to search.',
  },
});

export const DESTINATION_PARAMETERS = defineParameters({
  path: {
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Path at the server, from the folder of the user unless it begins with a slash. {YYYY}, {MM}, {DD} stand for the report date, {name} for the upload’s name. Missing folders are made.',
  },
  ...FILE_FORM,
});
