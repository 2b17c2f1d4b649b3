import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { csv, type ReportServer, startReportServer } from '../../test/report-server.ts';
import { type Ended, runCommand, startCommand } from '../../test/run-command.ts';

let folder: string;
let server: ReportServer;
/** Whether the last connection to a report that never ends was closed. */
let hungUp: boolean;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-run-test-'));
  hungUp = false;
  server = await startReportServer({
    '/ads': (request, response, call) => {
      if (request.headers.authorization !== 'Bearer t0ken') return void response.writeHead(401).end('who are you');
      csv(`site,clicks\n${new URL(request.url ?? '', 'http://any').searchParams.get('d')},1\neu,3\neu,x\n`)(
        request,
        response,
        call,
      );
    },
    '/plain': csv('n\n1\n2\n'),
    '/order': (_request, response) => response.end('{"report_id": "r7", "status": "pending"}'),
    '/status/r7': (_request, response, call) =>
      response.end(
        JSON.stringify({ report_id: 'r7', status: call < 2 ? 'pending' : 'done', url: `${server.url}/made` }),
      ),
    '/made': csv('n\n10\n'),
    '/endless': (request, response) => {
      request.socket.once('close', () => {
        hungUp = true;
      });
      response.writeHead(200).write('n\n');
    },
  });
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const source = (name: string, path: string, columns: string, more = ''): string =>
  `download ${name} from { type: "http"; url: "${server.url}${path}"; format: "csv"; ${more} } using { ${columns} };\n`;
const toFile = (name: string): string => `upload ${name} to { type: "file"; path: "${name}/{YYYY-MM-DD}.csv"; };\n`;

async function run(
  script: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  await writeFile(join(folder, 'pipeline.sbs'), script);
  return runCommand(['run', 'pipeline.sbs', '--date', '2026-11-19', '--allow-host', server.host, ...args], folder, env);
}
const written = (path: string): Promise<string> => readFile(join(folder, 'out', path), 'utf8');

describe('switchboard run', () => {
  test('runs from source to file and reports rows, dirty rows and destinations', async () => {
    const script =
      source('ads', '/ads?d={YYYY-MM-DD}', 'site: string; clicks: integer;', 'key: "api";') +
      `table daily is select site, sum(clicks) as clicks, report_date from ads order by site desc;\n${toFile('daily')}`;
    const { code, out, err } = await run(script, [], {
      SWITCHBOARD_KEY_API: JSON.stringify({ api_token: 't0ken', hosts: server.host }),
    });
    expect(err).toContain('✓ download ads: 2 rows');
    expect(err).toContain('✓ upload daily: 2 rows');
    expect(out).toMatch(/^Download +Status +Files +Size +Rows +Dirty\nads +completed +1 +\d+ B +2 +1$/m);
    expect(out).toMatch(
      /^Upload +Status +Rows +Size +Destination\ndaily +completed +2 +\d+ B +file · daily\/2026-11-19\.csv$/m,
    );
    expect(out).toMatch(/^Dirty rows of ads \(all\)\nLine +Column +Reason +Text\n +4 +clicks +.+ +eu,x$/m);
    expect(out + err).not.toContain('\u001b');
    expect(await written('daily/2026-11-19.csv')).toBe(
      'site,clicks,report_date\neu,3,2026-11-19\n2026-11-19,1,2026-11-19\n',
    );
    expect(code).toBe(0);
  });

  test('an asynchronous report is waited for', async () => {
    const more = `async: true; status_url: "${server.url}/status/{report_id}"; check_after_seconds: 1;`;
    const { code, out } = await run(source('made', '/order', 'n: integer;', more) + toFile('made'), ['--json']);
    expect(JSON.parse(out)).toMatchObject({
      report_date: '2026-11-19',
      downloads: [{ name: 'made', status: 'completed', tables: [{ name: 'made', rows: 1, dirty_rows: 0 }] }],
      uploads: [{ name: 'made', status: 'completed', rows: 1, destination: 'file · made/2026-11-19.csv' }],
    });
    expect(server.calls.get('/status/r7')).toBe(2);
    expect(await written('made/2026-11-19.csv')).toBe('n\n10\n');
    expect(code).toBe(0);
  });

  test('files beside the script can be read, and none elsewhere', async () => {
    await mkdir(join(folder, 'in'));
    await writeFile(join(folder, 'in', '2026-11-19.csv'), 'n\n5\n');
    const read = (path: string): string =>
      `download here from { type: "file"; path: "${path}"; format: "csv"; } using { n: integer; };\n${toFile('here')}`;
    expect((await run(read('in/{YYYY-MM-DD}.csv'))).code).toBe(0);
    expect(await written('here/2026-11-19.csv')).toBe('n\n5\n');
    const elsewhere = await run(read('/etc/hostname'));
    expect(elsewhere.err).toContain('is outside the folders that file sources may read');
    expect(elsewhere.code).toBe(1);
  });

  test('a refused key fails with the reason, and exits with 1', async () => {
    const key = { type: 'api_token', api_token: 'wr0ng', hosts: server.host };
    await writeFile(join(folder, 'keys.json'), JSON.stringify({ api: key }));
    const script =
      source('ads', '/ads', 'site: string; clicks: integer;', 'key: "api";') +
      toFile('ads') +
      source('plain', '/plain', 'n: integer;') +
      toFile('plain');
    const { code, out, err } = await run(script, ['--keys', 'keys.json']);
    expect(err).toContain(`rejected the key api (401)`);
    expect(out).toMatch(/^ads +failed/m);
    expect(out).toMatch(/^ads +skipped/m);
    expect(await written('plain/2026-11-19.csv')).toBe('n\n1\n2\n');
    expect(out + err).not.toContain('wr0ng');
    expect(code).toBe(1);
  });

  test('--only runs one upload and what it needs, into the folder that --out names', async () => {
    const script =
      source('ads', '/ads', 'site: string; clicks: integer;') +
      toFile('ads') +
      source('plain', '/plain', 'n: integer;') +
      toFile('plain');
    const { code } = await run(script, ['--only', 'plain', '--out', 'elsewhere']);
    expect(await readFile(join(folder, 'elsewhere/plain/2026-11-19.csv'), 'utf8')).toBe('n\n1\n2\n');
    expect(server.calls.get('/ads')).toBeUndefined();
    expect(code).toBe(0);
  });

  test('a private host that was not allowed is named, with what to do', async () => {
    await writeFile(join(folder, 'a.sbs'), source('plain', '/plain', 'n: integer;') + toFile('plain'));
    const args = ['run', 'a.sbs', '--date', '2026-11-19'];
    const refused = await runCommand(args, folder);
    expect(refused.err).toContain(
      'Host 127.0.0.1 is not allowed. A private host must be allowed with --allow-host host:port.',
    );
    expect(refused.code).toBe(1);
    expect((await runCommand(args, folder, { SWITCHBOARD_EGRESS_ALLOW: `10.0.0.1, ${server.host}` })).code).toBe(0);
  });

  test('asked to stop, it closes its connections, leaves nothing behind and exits with 130', async () => {
    await writeFile(join(folder, 'a.sbs'), source('endless', '/endless', 'n: integer;') + toFile('endless'));
    const running = startCommand(['run', 'a.sbs', '--allow-host', server.host], folder, { TMPDIR: folder });
    await expect.poll(() => server.calls.get('/endless')).toBe(1);
    running.kill('SIGINT');
    const { code, err } = await running.ended;
    expect(err).toContain('Stopped.');
    expect(code).toBe(130);
    await expect.poll(() => hungUp).toBe(true);
    expect((await readdir(folder)).sort()).toEqual(['a.sbs']);
  });

  test('errors of the script are shown and exit with 2, before anything is fetched', async () => {
    const { code, err } = await run(
      `${source('plain', '/plain', 'n: integer;')}table t is select m from plain;\n${toFile('t')}`,
    );
    expect(err).toContain('There is no column m in plain.');
    expect(err).toMatch(/^> 2 \| /m);
    expect(server.calls.size).toBe(0);
    expect(code).toBe(2);
  });

  test.each([
    [['--date', '2026-02-30'], '2026-02-30 is not a date.'],
    [['--only', 'other'], "There is no upload other. The script's uploads: ads."],
    [['--keys', 'nowhere.json'], 'nowhere.json cannot be read.'],
    [['--date'], "option '--date <yyyy-MM-dd>' argument missing"],
    [[], 'ads needs the key api. Give it in a file (--keys) or in SWITCHBOARD_KEY_API.'],
  ])('the wrong call %j exits with 2', async (args, message) => {
    const { code, err } = await run(source('ads', '/ads', 'site: string;', 'key: "api";') + toFile('ads'), args);
    expect(err).toContain(message);
    expect(server.calls.size).toBe(0);
    expect(code).toBe(2);
  });
});
