/** Days for which a link may be valid. */
export const shareDays = [1, 7, 30] as const
