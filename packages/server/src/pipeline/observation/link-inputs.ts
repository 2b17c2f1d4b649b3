import { trace } from '@opentelemetry/api';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { readTraceParent, traceParent } from '../../observe/trace.ts';
import type { ClaimedUnit } from '../../units/unit.ts';

/**
 * Links the span of a flow's attempt to the traces of its inputs. The flow hangs below the download that came last; the
 * others have traces of their own. Costs nothing while nothing is traced.
 */
export async function linkInputs(database: Database, unit: ClaimedUnit): Promise<void> {
  const span = trace.getActiveSpan();
  if (unit.kind !== 'flow' || span === undefined || traceParent(span) === null) return;
  const { traceId } = span.spanContext();
  const found = await database.withAccount(unit.accountId, (tx) =>
    sql<{ trace_parent: string }>`
      select distinct u.trace_parent from flow_input i join unit u on u.account_id = i.account_id and u.id = i.download_id
      where i.account_id = ${unit.accountId} and i.flow_id = ${unit.unitId} and u.trace_parent is not null limit 100
    `.execute(tx),
  );
  for (const { trace_parent: text } of found.rows) {
    const linked = readTraceParent(text);
    if (linked && linked.traceId !== traceId) span.addLink({ context: linked });
  }
}
