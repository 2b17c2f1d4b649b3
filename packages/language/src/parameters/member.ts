import type { ParameterSpec } from '@switchboard/model/catalog';

/** Parameters of one table inside a bundle. */
export const MEMBER_PARAMETERS: readonly ParameterSpec[] = [
  {
    name: 'member',
    type: 'string',
    required: true,
    syntax: 'pattern',
    doc: 'Which of the files of the bundle hold the rows of this table.',
  },
];
