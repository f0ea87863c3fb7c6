/**
 * Answers carry the number of the person whose session it is; a page belongs to the first one it hears of, and names
 * them with every call from then on (decision 060).
 */
export const personHeader = 'x-person'
