/** Adds states and transitions to an automaton. `accept` marks a state in which the field may end. */
export type StateBuilder = {
  add(): number;
  on(state: number, bytes: string | readonly number[], next: number): void;
  accept(state: number): void;
};
