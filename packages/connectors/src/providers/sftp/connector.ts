import { type ConnectorSpec, keyTypesOfForm } from '@switchboard/model';
import { FILE_FORM, fileDestination } from '../../delivery/file-form-parameters.ts';
import { defineParameters } from '../../parameters/define-parameters.ts';

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

/** Files of a server that speaks SFTP. */
export const connector: ConnectorSpec = {
  name: 'sftp',
  displayName: 'SFTP',
  keyTypes: keyTypesOfForm('sftp'),
  keyRequired: true,
  source: { parameters: SOURCE_PARAMETERS.specs, listsFiles: true },
  destination: fileDestination('sftp', 'file', DESTINATION_PARAMETERS.specs),
};
