/** Milliseconds after the begin of the upload at which a client sees each step: sent, uploaded, the statuses of the task, readable. */
export type Marks = Record<string, number>;

/** Wall-clock seconds of the work alone. */
export interface Work {
  recognizerSeconds: number;
  rendererSeconds: number;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Returns seconds: the whole, each step of it, the work alone, and the difference between the whole and the work. */
export const reportOf = (marks: Marks, { recognizerSeconds, rendererSeconds }: Work) => {
  const steps = Object.entries(marks).sort(([, left], [, right]) => left - right);
  const total = Math.max(...Object.values(marks)) / 1000;
  const work = recognizerSeconds + rendererSeconds;
  return {
    total: rounded(total),
    recognizer: rounded(recognizerSeconds),
    renderer: rounded(rendererSeconds),
    difference: rounded(total - work),
    steps: Object.fromEntries(
      steps.map(([name, ms], index) => [name, rounded((ms - (steps[index - 1]?.[1] ?? 0)) / 1000)]),
    ),
  };
};
