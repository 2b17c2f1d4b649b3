import { Box, Button, FileButton, Textarea } from '@mantine/core';
import { type ComponentProps, type DragEvent, type ReactNode, useState } from 'react';
import { Row, Text } from '../layout/layout.tsx';
import styles from './form.module.css';
import { readTextFile } from './read-text-file.ts';
import { TEXT_FORMATS, type TextFormat } from './text-formats.ts';

const ROWS = 5;

type Props = Omit<ComponentProps<typeof Textarea>, 'label' | 'value' | 'onChange' | 'error'> & {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: ReactNode;
  readonly format?: TextFormat | undefined;
  /** Masked until the person shows it. Only what was just entered can be shown. */
  readonly secret: boolean;
};

/** A text of several lines: typed, pasted, dropped as a file, or chosen as one. */
export function TextFileInput({ label, value, onChange, error, format, secret, ...frame }: Props) {
  const [isShown, setIsShown] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const isMasked = secret && !isShown && value !== '';
  const rule = format === undefined ? null : TEXT_FORMATS[format];

  const change = (text: string): void => {
    setFileProblem(null);
    if (text === '') setIsShown(false);
    onChange(text);
  };
  const take = async (file: File | null | undefined): Promise<void> => {
    if (file === null || file === undefined) return;
    const read = await readTextFile(file);
    if ('text' in read) change(read.text);
    else setFileProblem(read.problem);
  };
  const drop = (event: DragEvent): void => {
    setIsOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    if (frame.disabled !== true) void take(event.dataTransfer.files[0]);
  };
  const dragOver = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <Box
      className={styles['drop'] ?? ''}
      data-over={isOver || undefined}
      onDragOver={dragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Textarea
        {...frame}
        label={label}
        rows={ROWS}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: styles['mono'] ?? '' }}
        mod={{ masked: isMasked }}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
        error={fileProblem === null ? error : <span role="alert">{fileProblem}</span>}
      />
      <Row gap={[2, 3]} align="center" wrap className={styles['dropBar']}>
        {rule !== null && (
          <FileButton accept={rule.accept} onChange={(file) => void take(file)} disabled={frame.disabled === true}>
            {(button) => (
              <Button {...button} disabled={frame.disabled === true} aria-label={`Choose a ${rule.file} for ${label}`}>
                Choose a {rule.file}
              </Button>
            )}
          </FileButton>
        )}
        {secret && value !== '' && (
          <Button
            variant="subtle"
            aria-pressed={isShown}
            aria-label={`${isShown ? 'Hide' : 'Show'} ${label}`}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </Button>
        )}
        {rule !== null && (
          <Text size="small" tone="dim">
            {value === '' ? 'or paste it, or drop it here' : null}
          </Text>
        )}
        {rule?.facts(value).map((fact) => (
          <Text size="small" tone="dim" key={fact.label}>
            {fact.label}: <strong>{fact.value}</strong>
          </Text>
        ))}
      </Row>
    </Box>
  );
}
