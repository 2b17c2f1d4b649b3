import { unfit } from '../../sql/table-parameters.ts';
import { waitFor } from '../../warehouse/call-warehouse.ts';
import type { WarehouseSession } from '../../warehouse/warehouse.ts';
import { warehouseDestination } from '../../warehouse/warehouse-destination.ts';
import { WarehouseFailure } from '../../warehouse/warehouse-failure.ts';
import { openDatabricks } from './access.ts';
import { CONFLICT, execute } from './api.ts';
import { connector } from './connector.ts';
import {
  CATALOG_COMMITS,
  commitScript,
  createStage,
  DATABRICKS,
  type DatabricksTarget,
  showProperties,
  tableIn,
} from './statements.ts';
import { readTarget } from './target.ts';
import { listNames, removeFolder, writeFiles } from './volume.ts';

/** Tries of one commit, the first included, while other deliveries change the same tables. */
const COMMITS = 8;

const folderOf = ({ volume }: DatabricksTarget, stage: string): string => `${volume}/${stage}`;

/** Tables of Databricks. Rows go through files of a volume into their stage; one atomic script commits them. */
export const destination = warehouseDestination(connector, {
  dialect: DATABRICKS,
  readTarget,
  open: ({ name, key }, { warehouse }, context) => ({
    api: openDatabricks(name, key, context),
    fields: { warehouse_id: warehouse },
  }),
  placeOf: (_, { catalog, schema, table }) => `${catalog}.${schema}.${table}`,
  execute,
  isMissing: ({ code }) => code === 'TABLE_OR_VIEW_NOT_FOUND',
  checkTable: refuseWithoutCommits,
  async load(session, target, stage, lines, columns) {
    const folder = folderOf(target, stage);
    await writeFiles(session.api, folder, lines);
    await execute(session, { text: createStage(target, stage, columns, folder) });
  },
  async commit(session, target, commit) {
    const text = commitScript(target, commit);
    for (let tries = 1; ; tries += 1) {
      try {
        await execute(session, { text });
        return;
      } catch (error) {
        const isOvertaken = error instanceof WarehouseFailure && error.code === CONFLICT;
        if (!isOvertaken || tries === COMMITS) throw error;
      }
      await waitFor(tries, session.api.context.signal);
    }
  },
  files: {
    list: ({ api }, { volume }) => listNames(api, volume),
    remove: ({ api }, target, stage) => removeFolder(api, folderOf(target, stage)),
  },
});

async function refuseWithoutCommits(session: WarehouseSession, target: DatabricksTarget): Promise<void> {
  const { rows } = await execute(session, { text: showProperties(target, target.table) });
  const properties = new Map(rows.map(([name, value]) => [name, value]));
  if (properties.get(CATALOG_COMMITS) === 'supported') return;
  const change = `ALTER TABLE ${tableIn(target, target.table)} SET TBLPROPERTIES ('${CATALOG_COMMITS}' = 'supported')`;
  throw unfit(target, `it has no catalog commits, without which rows and ledger cannot change together; run ${change}`);
}
