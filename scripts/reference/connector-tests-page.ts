import { CONNECTORS } from '@switchboard/connectors';
import { CASES, type Case, type TestServer } from '@switchboard/connectors/testing/harness';
import { harnessOf } from '@switchboard/connectors/testing/harnesses';
import type { Tree } from '../checks/tree.ts';
import { code, page, table } from './markdown.ts';
import type { TaggedTitle } from './spec-checklist/sentences.ts';

const FOLDER = 'packages/connectors/src/';
/** The suites of all destinations on servers, and of all sources on servers. */
const SUITES = { destination: `${FOLDER}delivery/`, source: `${FOLDER}fetching/` } as const;
type End = keyof typeof SUITES;
const EVERY_DESTINATION = `${SUITES.destination}destinations.test.ts`;

const CASES_OF: Readonly<Record<End, readonly Case[]>> = {
  destination: ['refused', 'silent', 'cut', 'wrong-key', 'missing', 'denied', 'full', 'killed'],
  source: ['refused', 'silent', 'cut', 'wrong-key', 'missing', 'denied'],
};

/**
 * Lists the servers that each connector was tried against, and the tests of their faults.
 * @throws when a connector has neither a test of a case nor a reason
 */
export function connectorTestsPage(tests: readonly TaggedTitle[], tree: Tree): string {
  return page(
    'Tests of the connectors',
    'A test names a case by the tag `case:<name>`. Every destination passes the suite of ' +
      `${code(EVERY_DESTINATION)} in each of its modes. ` +
      'Those whose names end in `.long.test.ts` run by `npm run faults -- tests`, all others by `npm test`. Report APIs of providers are ' +
      `fetched by the HTTP source; each was tried against a stand-in, never at the provider (${code(`${FOLDER}presets/presets.test.ts`)}).`,
    ...(['destination', 'source'] as const).flatMap((end) => section(end, tests, tree)),
  );
}

function section(end: End, tests: readonly TaggedTitle[], tree: Tree): string[] {
  const connectors = CONNECTORS.filter(
    (connector) => connector[end] !== undefined && connector.spec.documentation === undefined,
  ).map(({ spec }) => spec);
  return [
    end === 'destination' ? '## Destinations' : '## Sources',
    table(
      ['Connector', 'In the tests', 'The same tests against others', ...CASES_OF[end].map((name) => CASES[name])],
      connectors.map(({ name, displayName }) => {
        const server = serverOf(name);
        const cells = CASES_OF[end].map((one) => cellOf(name, one, testsOf(end, name, one, { tests, tree }), server));
        return [displayName, server.server, server.others.join('; '), ...cells];
      }),
    ),
    ...CASES_OF[end].flatMap((one) => [
      `### ${end === 'destination' ? 'Destination' : 'Source'}: ${CASES[one]}`,
      [...new Set(connectors.flatMap(({ name }) => testsOf(end, name, one, { tests, tree })))]
        .map(({ path, title }) => `- ${code(path.slice(FOLDER.length))}: ${title.replaceAll(/\s+/g, ' ')}`)
        .join('\n'),
    ]),
  ];
}

const serverOf = (name: string): TestServer => harnessOf(name).testServer;

/** Promises that the tests of several connectors call, by the name of the file that holds them. */
const PROMISES = /\/testing\/([a-z-]+-promises\.ts)$/;

type Written = { readonly tests: readonly TaggedTitle[]; readonly tree: Tree };

/** The tests of a case at one connector: its own, the promises that these call, and those of the suite that it is in. */
function testsOf(end: End, name: string, one: Case, { tests, tree }: Written): TaggedTitle[] {
  const own = `${FOLDER}providers/${name.replaceAll('_', '-')}/`;
  const ownFile = `${own}${end}.test.ts`;
  const ownText = tree.files.includes(ownFile) ? tree.read(ownFile) : '';
  return tests.filter(({ path, tags }) => {
    if (!tags.includes(`case:${one}`)) return false;
    const promises = PROMISES.exec(path)?.[1];
    if (promises !== undefined) return ownText.includes(`/testing/${promises}'`);
    if (path.startsWith(own)) return path.slice(own.length).startsWith(end);
    const isSuite = path.startsWith(SUITES[end]) && !isWithout(name, one);
    return isSuite && (path === EVERY_DESTINATION || serverOf(name).isApart !== true);
  });
}

const isWithout = (name: string, one: Case): boolean => serverOf(name).without[one] !== undefined;

function cellOf(name: string, one: Case, tests: readonly TaggedTitle[], { without }: TestServer): string {
  if (tests.length > 0) return 'yes';
  const reason = without[one];
  if (reason === undefined) throw new Error(`${name} has no test with the tag case:${one}, and no reason.`);
  return `– (${reason})`;
}
