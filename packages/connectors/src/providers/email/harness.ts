import type { Parameters } from '@switchboard/model/plan';

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example = async (): Promise<Parameters> => ({ path: 'reports' });
