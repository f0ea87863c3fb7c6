/** How many cases a tray holds at most (`trays/of-eight`). */
export const mostOfTray = 8

/** A tray's number: as it is written on it, in capitals (`trays/number`). */
export const trayNumberPattern = /^[A-Z0-9]*$/
export const trayNumberLength = 10
export const trayNumberWords = {
  long: 'Max 10 characters allowed',
  signs: 'Only alphanumeric characters allowed',
  help: 'Max 10 alpha-numeric characters allowed',
} as const
