/** Label printers print 203 dots per inch; a code whose modules are whole dots prints sharp. */
export const dotsPerInch = 203

/** Large enough to be read at arm's length; three dots are the least a scanner needs. */
export const dotsPerModule = { code128: 5, qr: 9 } as const

/** What a 4-inch label leaves between its margins. */
export const labelDots = { width: Math.floor(3.6 * dotsPerInch) } as const

/** The size of a number of modules, in inches. */
export const inches = (modules: number, kind: keyof typeof dotsPerModule): number =>
  (modules * dotsPerModule[kind]) / dotsPerInch
