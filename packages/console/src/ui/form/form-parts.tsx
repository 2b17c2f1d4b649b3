import type { ReactNode } from 'react';
import { Row, Text } from '../layout/layout.tsx';

/** The buttons below a form. */
export function FormActions({ children }: { readonly children: ReactNode }) {
  return (
    <Row gap={2} align="center" justify="end" wrap>
      {children}
    </Row>
  );
}

/** A problem of a form as a whole, within its banner. */
export function GeneralProblem({ children }: { readonly children: ReactNode }) {
  return (
    <Text as="p" breakWords>
      {children}
    </Text>
  );
}
