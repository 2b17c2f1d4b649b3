import { Alert, Button, Modal, UnstyledButton } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { useLeaveGuard } from '../form/use-leave-guard.tsx';
import { Row } from '../layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './stepper.module.css';

export type Step = {
  readonly label: string;
  readonly content: ReactNode;
  /** Returns the problem of an incomplete step; null when it is complete. Called before the next step opens. */
  readonly problem?: () => string | null;
};

type Props = {
  readonly title: string;
  readonly steps: readonly [Step, ...Step[]];
  readonly finishLabel: string;
  /** The steps hold input that closing would lose. */
  readonly isUnsaved: boolean;
  /** Resolves to true when everything is done; otherwise the dialog stays open. */
  readonly onFinish: () => Promise<boolean>;
  readonly onClose: () => void;
};

/** A dialog in steps. Each step is checked before the next one opens, and earlier steps can be reopened. */
export function StepDialog({ title, steps, finishLabel, isUnsaved, onFinish, onClose }: Props) {
  useReturnFocus();
  const guard = useLeaveGuard(isUnsaved);
  const [current, setCurrent] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const step = steps[current] ?? steps[0];
  const isLast = current === steps.length - 1;
  const shown = useRef(0);
  useEffect(() => {
    // The first step's focus is the dialog's own.
    if (shown.current !== current) heading.current?.focus();
    shown.current = current;
  }, [current]);

  const go = (index: number): void => {
    setProblem(null);
    setCurrent(index);
  };
  const goOn = async (): Promise<void> => {
    const found = step.problem?.() ?? null;
    if (found !== null || !isLast) {
      if (found === null) go(current + 1);
      else setProblem(found);
      return;
    }
    setProblem(null);
    setIsWorking(true);
    const isDone = await onFinish();
    setIsWorking(false);
    if (!isDone) return;
    guard.release();
    onClose();
  };
  return (
    <Modal opened onClose={() => guard.leave(onClose)} title={title} size="lg">
      <Row as="ol" gap={[2, 4]} wrap className={styles['steps']} aria-label="Steps">
        {steps.map(({ label }, index) => (
          <li key={label} className={styles['step']} data-done={index < current || undefined}>
            <UnstyledButton
              className={styles['stepButton']}
              disabled={index > current}
              aria-current={index === current ? 'step' : undefined}
              onClick={() => go(index)}
            >
              <Row
                as="span"
                align="center"
                justify="center"
                width="badge"
                height="badge"
                size="small"
                className={styles['number']}
              >
                {index < current ? <IconCheck size={SMALL_ICON_SIZE} aria-label="Completed" /> : index + 1}
              </Row>
              {label}
            </UnstyledButton>
          </li>
        ))}
      </Row>
      <h3 ref={heading} className={styles['heading']} tabIndex={-1}>
        Step {current + 1} of {steps.length}: {step.label}
      </h3>
      <div className={styles['content']}>{step.content}</div>
      {problem !== null && (
        <Alert color="red" role="alert" mt="sm">
          {problem}
        </Alert>
      )}
      <Row gap={2} justify="end" className={styles['actions']}>
        {current > 0 && <Button onClick={() => go(current - 1)}>Back</Button>}
        <Button variant="filled" loading={isWorking} onClick={() => void goOn()}>
          {isLast ? finishLabel : 'Next'}
        </Button>
      </Row>
      {guard.dialog}
    </Modal>
  );
}
