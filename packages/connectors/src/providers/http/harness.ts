import type { Parameters } from '@switchboard/model/plan';
import { serveHttp } from '../../testing/http-server.ts';

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example = async (): Promise<Parameters> => ({
  url: await serveHttp((_, response) => response.end('a,b\n1,2\n')),
});
