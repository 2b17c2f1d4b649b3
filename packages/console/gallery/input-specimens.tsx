import { useState } from 'react';
import { FilterBar } from '../src/ui/filters/filter-bar.tsx';
import type { FilterChange, FilterSpec, FilterValues } from '../src/ui/filters/filter-spec.ts';
import type { FormSpec } from '../src/ui/form/form-spec.ts';
import { SpecForm } from '../src/ui/form/spec-form.tsx';
import styles from './gallery.module.css';
import { Section, Specimen } from './specimen.tsx';

const FILTERS: readonly FilterSpec[] = [
  { kind: 'search', parameter: 'search', variable: 'search', placeholder: 'Search' },
  {
    kind: 'choices',
    label: 'Status',
    parameter: 'status',
    variable: 'status',
    pinned: true,
    options: [
      { value: 'completed', label: 'Completed' },
      { value: 'failed', label: 'Failed' },
    ],
  },
  { kind: 'choices', label: 'Project', parameter: 'projects', variable: 'projects', pinned: true, options: 'projects' },
  { kind: 'days', label: 'Report date', start: 'start', end: 'end', after: 'after', before: 'before', pinned: true },
];
const LOADED = { names: { projects: ['ads', 'video', 'commerce'] }, loading: false };
const EMPTY: FilterValues = { search: '', status: [], projects: [], start: null, end: null };

function Filters({ label, initial }: { readonly label: string; readonly initial: FilterValues }) {
  const [values, setValues] = useState(initial);
  const change: FilterChange = (patch) =>
    setValues((current) => ({ ...current, ...(typeof patch === 'function' ? patch(current) : patch) }));
  return <FilterBar label={label} specs={FILTERS} values={values} onChange={change} loaded={LOADED} />;
}

const FORM: FormSpec = {
  fields: [
    { name: 'host', label: 'Host', kind: 'text', required: true, doc: 'Name or address of the server.' },
    { name: 'port', label: 'Port', kind: 'number', minimum: 1, maximum: 65_535, placeholder: '5432' },
    { name: 'password', label: 'Password', kind: 'text', secret: true, required: true },
    { name: 'use_ssl', label: 'Use SSL', kind: 'flag', default: true },
    { name: 'certificate', label: 'Certificate', kind: 'lines', group: 'ssl' },
  ],
  groups: [{ name: 'ssl', label: 'SSL', optional: true }],
};
const STORED = new Set(['password']);
const PROBLEMS = [
  { field: 'host', message: 'Unknown host' },
  { field: null, message: 'There was a problem creating the credential.' },
];

/** Filters and forms. */
export function InputSpecimens() {
  return (
    <Section title="Filters and forms" wide>
      <Specimen title="Filters: none set">
        <Filters label="Unset" initial={EMPTY} />
      </Specimen>
      <Specimen title="Filters: some set">
        <Filters
          label="Set"
          initial={{
            ...EMPTY,
            search: 'orders',
            status: ['failed'],
            projects: ['ads', 'video'],
            start: '2026-11-01',
            end: '2026-11-07',
          }}
        />
      </Specimen>
      <Specimen title="Form: empty, shows its errors on Save">
        <div className={styles['padded']}>
          <SpecForm spec={FORM} submitLabel="Save" onSubmit={async () => []} />
        </div>
      </Specimen>
      <Specimen title="Form: a stored secret, rejected by the server on Verify">
        <div className={styles['padded']}>
          <SpecForm
            spec={FORM}
            initial={{ host: 'db.example' }}
            stored={STORED}
            submitLabel="Verify and Save"
            onSubmit={async () => PROBLEMS}
          />
        </div>
      </Specimen>
    </Section>
  );
}
