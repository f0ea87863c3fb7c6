/** Browsers in which one person is notified. */
export const mostBrowsers = 10

/** Characters of a browser's name. */
export const browserNameLimit = 60
