import { Switch } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { type ReactNode, useMemo } from 'react';
import { useQuery } from 'urql';
import { ReportImportsDocument } from '../../api/generated/documents/reports.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { DeclarationSelect } from '../../entities/journal/declaration-select.tsx';
import { completeSelection } from '../../entities/journal/declaration-tree.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Row } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { REPORT_PARAMETERS } from './report-parameters.ts';

const NO_FILTERS = [] as const;
/** Imports to choose from, at most. */
const CHOICES = 1000;
const CHOOSE = 'Choose a project or import.';

/** Selection of the imports that a report shows. */
export type ReportSelection = {
  readonly project: string | null;
  readonly importName: string | null;
  readonly include_suspended: boolean;
};

type Props = {
  readonly title: string;
  /** The report of the chosen imports. */
  readonly children: (selection: ReportSelection) => ReactNode;
};

/** A report of a project or of one of its imports, which the address names. */
export function ChosenReport({ title, children }: Props) {
  const [{ file, name, suspended }, change] = useUrlState<typeof REPORT_PARAMETERS>(REPORT_PARAMETERS);
  useInvalidParameters(NO_FILTERS, REPORT_PARAMETERS);
  const [{ data, fetching }] = useQuery({
    query: ReportImportsDocument,
    variables: { first: CHOICES },
    requestPolicy: 'cache-and-network',
  });
  const nodes = data?.source_bundles.nodes;
  const names = useMemo(
    () =>
      (nodes ?? [])
        .filter((node) => suspended || node.status !== 'suspended' || node.bundle_name === name)
        .map((node) => ({ project: node.project, name: node.bundle_name })),
    [nodes, suspended, name],
  );
  const chosen = completeSelection(names, { project: file, name });
  return (
    <Page title={title}>
      <Row as="search" gap={[2, 4]} align="center" wrap padding={[0, 5, 3]} aria-label="Choose imports">
        <DeclarationSelect
          noun="import"
          names={names}
          loading={fetching}
          value={chosen}
          placeholder="Choose a project or import"
          onChange={(next) => change({ file: next.project, name: next.name })}
        />
        <Switch
          label="Include suspended imports"
          checked={suspended}
          onChange={(event) => change({ suspended: event.currentTarget.checked })}
        />
      </Row>
      {file === '' && name === '' ? (
        <EmptyState title={CHOOSE} />
      ) : (
        children({
          project: file || null,
          importName: name || null,
          // An address may name a suspended import.
          include_suspended: suspended || name !== '',
        })
      )}
    </Page>
  );
}
