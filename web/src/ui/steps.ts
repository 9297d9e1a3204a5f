/** The steps of an axis of whole numbers, such as matches and turns. */
export const wholeSteps: readonly number[] = [1, 2, 5]
  .flatMap((n) => [0, 1, 2, 3, 4, 5, 6].map((e) => n * 10 ** e))
  .sort((a, b) => a - b);
