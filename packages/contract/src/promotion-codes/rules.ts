/** What is wrong with a value in dollars or percent, beside what its field says; undefined for nothing. */
export const valueProblem = (value: number, isFixed: boolean): string | undefined =>
  !isFixed && value > 100 ? 'At most 100 percent.' : undefined
