const hundredPercent = 100_00

/** What is wrong with a value, in whole hundredths of a dollar or a percent; undefined for none. */
export const valueProblem = (value: number, isFixed: boolean): string | undefined =>
  !isFixed && value > hundredPercent ? 'At most 100 percent.' : undefined
