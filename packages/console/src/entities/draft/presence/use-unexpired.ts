import { useEffect, useState } from 'react';

const STEP = 5_000;

type Expiring = {
  /** Seconds from the answer that named the person. */
  readonly expires_in: number;
};

/** The people of an answer who have not expired since it came. A new array is a new answer. */
export function useUnexpired<Person extends Expiring>(people: readonly Person[]): readonly Person[] {
  const [age, setAge] = useState({ people, passed: 0 });
  const passed = age.people === people ? age.passed : 0;
  useEffect(() => {
    if (people.length === 0) return;
    const start = performance.now();
    const timer = setInterval(() => setAge({ people, passed: performance.now() - start }), STEP);
    return () => clearInterval(timer);
  }, [people]);
  return people.filter(({ expires_in: seconds }) => seconds * 1_000 > passed);
}
