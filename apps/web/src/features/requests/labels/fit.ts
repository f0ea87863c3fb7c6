/** How a name is set so that all of it fits on the label: a truncated name may be another patient's. */
export type Fit = 'large' | 'medium' | 'small'

/** The most characters of each size; they fill the lines that the label has for a name. */
const room = { large: 26, medium: 54 } as const

export const fitOf = (name: string): Fit =>
  name.length <= room.large ? 'large' : name.length <= room.medium ? 'medium' : 'small'
