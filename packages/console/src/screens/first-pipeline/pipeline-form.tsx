import { Box, Button, FileButton, TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { IconFileUpload, IconRocket } from '@tabler/icons-react';
import { type DragEvent, type SubmitEvent, useRef, useState } from 'react';
import { usePermission } from '../../api/session/session.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { ColumnTable } from './column-table.tsx';
import styles from './first-pipeline.module.css';
import { pipelineNameProblem } from './pipeline-name.ts';
import { type CsvFile, readCsv } from './read-csv.ts';
import { usePublishPipeline } from './use-publish-pipeline.ts';

const DELIMITERS = new Map([
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'vertical bar'],
]);

type Props = { readonly onPublished: (name: string) => void };

/** Asks for a CSV file, shows how it will be read, and publishes a pipeline that delivers its rows. */
export function PipelineForm({ onPublished }: Props) {
  const mayPublish = usePermission('publish-scripts');
  const [csv, setCsv] = useState<CsvFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [isOver, setIsOver] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const { publish, isPublishing, failure } = usePublishPipeline();
  const nameProblem = pipelineNameProblem(name);

  const take = async (file: File | null | undefined): Promise<void> => {
    if (file === null || file === undefined) return;
    const read = await readCsv(file).catch(() => ({ problem: `${file.name} could not be read. Choose it again.` }));
    if ('problem' in read) {
      setProblem(read.problem);
      return;
    }
    setProblem(null);
    setCsv(read.csv);
    setName(read.csv.name);
  };
  const drop = (event: DragEvent): void => {
    setIsOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (csv === null || isPublishing) return;
    if (nameProblem !== null) return nameField.current?.focus();
    if (await publish(name, csv)) onPublished(name);
  };
  const setType = (index: number, type: string): void =>
    setCsv((known) =>
      known === null
        ? null
        : { ...known, columns: known.columns.map((column, at) => (at === index ? { ...column, type } : column)) },
    );

  return (
    <Stack as="form" gap={5} noValidate className={styles['form']} onSubmit={(event) => void submit(event)}>
      <p className={styles['text']}>
        Choose a CSV file. Switchboard reads it whenever it is replaced, checks each value against the type of its
        column, and delivers the rows as a file. What else it can do, you add in the script later: fetch a report from a
        provider every day, transform, deliver to a warehouse.
      </p>
      <Stack as="section" gap={3} aria-labelledby="first-file">
        <Text as="h2" size="large" id="first-file">
          1. Your file
        </Text>
        <Box
          className={styles['drop'] ?? ''}
          data-over={isOver || undefined}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes('Files')) return;
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
        >
          <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={(file) => void take(file)}>
            {(button) => (
              <Button {...button} leftSection={<IconFileUpload size={ICON_SIZE} />}>
                {csv === null ? 'Choose a CSV file' : 'Choose another file'}
              </Button>
            )}
          </FileButton>
          <Text tone="dim">{csv === null ? 'or drop it here' : csv.file.name}</Text>
        </Box>
        {problem !== null && (
          <Text as="p" tone="error" role="alert">
            {problem}
          </Text>
        )}
      </Stack>
      {csv !== null && (
        <>
          <Stack as="section" gap={3} aria-labelledby="first-columns">
            <Text as="h2" size="large" id="first-columns">
              2. Its columns
            </Text>
            <p className={styles['text']}>
              {csv.columns.length} columns with a {DELIMITERS.get(csv.delimiter) ?? csv.delimiter} between their values.
              The types fit the first {csv.readRows.toLocaleString('en-US')} rows; a row with a value that does not fit
              is rejected as dirty, never changed.
            </p>
            <ColumnTable csv={csv} onType={setType} />
          </Stack>
          <Stack as="section" gap={3} aria-labelledby="first-publish">
            <Text as="h2" size="large" id="first-publish">
              3. Publish
            </Text>
            <TextInput
              ref={nameField}
              className={styles['name'] ?? ''}
              label="Name"
              labelProps={{ mb: 'xs' }}
              description="Of the download and the upload."
              descriptionProps={{ mt: 'xs' }}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              autoComplete="off"
              spellCheck={false}
              value={name}
              error={nameProblem}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            {failure !== null && (
              <Text as="p" tone="error" role="alert">
                {failure.message}
                {failure.requestId !== undefined && ` (Request-ID ${failure.requestId})`}
              </Text>
            )}
            <div>
              <Button
                type="submit"
                variant="filled"
                leftSection={<IconRocket size={ICON_SIZE} />}
                loading={isPublishing}
                disabled={!mayPublish}
                data-tip={mayPublish ? undefined : 'You need the permission publish-scripts.'}
              >
                Publish and run
              </Button>
            </div>
          </Stack>
        </>
      )}
    </Stack>
  );
}
