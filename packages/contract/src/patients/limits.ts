/** At most this many cases in one call about several (`work/bulk`). */
export const mostCases = 100
