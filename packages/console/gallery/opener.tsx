import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';

type Props = {
  readonly label: string;
  /** Draws the layer; receives a function that closes it. */
  readonly layer: (close: () => void) => ReactNode;
};

/** A button that opens a layer. */
export function Opener({ label, layer }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{label}</Button>
      {isOpen && layer(() => setIsOpen(false))}
    </>
  );
}
