import type { OpenExample, OpenReport, TestServer } from '../../testing/harness.ts';
import { serveHttp, startHttp } from '../../testing/http-server.ts';
import { REPORT, REPORT_NAME } from '../../testing/report.ts';

export const testServer: TestServer = {
  server: 'HTTP servers of Node',
  others: [],
  without: {},
};

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example: OpenExample = async () => ({
  url: await serveHttp((_, response) => response.end('a,b\n1,2\n')),
});

export const openReport: OpenReport = async () => {
  const { port, close } = await startHttp((_, response) => response.end(REPORT));
  return {
    port,
    declare: (from) => ({ parameters: { url: `http://127.0.0.1:${from}/${REPORT_NAME}` }, key: null }),
    close: async () => close(),
  };
};
