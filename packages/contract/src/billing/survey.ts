/** The answer that asks for a text (`billing/survey`). */
export const otherAnswerId = 7
