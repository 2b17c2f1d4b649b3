import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { SpecForm } from '../src/ui/form/spec-form.tsx';
import styles from './gallery.module.css';
import { SERVICE_ACCOUNT_FORM, SQL_FORM, SQL_VALUES, validateSql } from './samples/sample-forms.ts';
import { Section, Specimen } from './specimen.tsx';

const NONE: ReadonlySet<string> = new Set();
const STORED = new Set(['password', 'ssh_tunnel_rsa_key']);
const STORED_ACCOUNT = new Set(['service_account']);
const PROBLEMS = [
  { field: 'ssh_tunnel_host', message: 'Unknown host.' },
  { field: null, message: 'Problem with the SSH tunnel.' },
];

/** Forms of keys in every state. */
export function FormSpecimens() {
  const navigate = useNavigate();
  const [saved, setSaved] = useState('');
  return (
    <Section title="Forms" wide>
      <Specimen title="Add: tabs, checked on every change, two columns">
        <div className={styles['block']} data-form="add">
          <SpecForm
            spec={SQL_FORM}
            layout="tabs"
            columns={2}
            validatesOnChange
            validate={(values) => validateSql(values, NONE)}
            submitLabel="Verify and Save"
            onCancel={() => void navigate('/')}
            onSubmit={async (values) => {
              setSaved(String(values['key_name']));
              return [];
            }}
            onSaved={() => void navigate('/')}
          />
          <span role="status">{saved === '' ? '' : `${saved} was successfully created!`}</span>
        </div>
      </Specimen>
      <Specimen title="Edit: stored secrets, rejected by the server in another tab">
        <div className={styles['block']} data-form="edit">
          <SpecForm
            spec={SQL_FORM}
            mode="edit"
            layout="tabs"
            initial={SQL_VALUES}
            stored={STORED}
            validate={(values) => validateSql(values, STORED)}
            submitLabel="Save changes"
            onSubmit={async () => PROBLEMS}
          />
        </div>
      </Specimen>
      <Specimen title="View: read-only">
        <div className={styles['block']} data-form="view">
          <SpecForm
            spec={SQL_FORM}
            mode="view"
            layout="tabs"
            initial={SQL_VALUES}
            stored={STORED}
            submitLabel="Save changes"
            actions={<Button>Edit key</Button>}
            onSubmit={async () => []}
          />
        </div>
      </Specimen>
      <Specimen title="Disabled, with the reason">
        <div className={styles['block']} data-form="disabled">
          <SpecForm
            spec={SERVICE_ACCOUNT_FORM}
            initial={{ key_name: 'bigquery' }}
            stored={STORED_ACCOUNT}
            disabledReason="Keys cannot be changed while the account is in maintenance."
            submitLabel="Save changes"
            onSubmit={async () => []}
          />
        </div>
      </Specimen>
      <Specimen title="A file: pasted, dropped or chosen">
        <div className={styles['block']} data-form="file">
          <SpecForm
            spec={SERVICE_ACCOUNT_FORM}
            validatesOnChange
            submitLabel="Verify and Save"
            onSubmit={async () => []}
          />
        </div>
      </Specimen>
    </Section>
  );
}
