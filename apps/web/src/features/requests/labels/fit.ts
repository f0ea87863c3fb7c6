/** How a name begins on a label; `useFitted` steps the type further down where the label still does not hold it. */
export type Fit = 'large' | 'medium' | 'small'

/** The most characters of each size; they fill the lines that the label has for a name. */
const room = { large: 26, medium: 54 } as const

export const fitOf = (name: string): Fit =>
  name.length <= room.large ? 'large' : name.length <= room.medium ? 'medium' : 'small'
