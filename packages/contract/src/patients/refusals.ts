/** Why something is refused that a page says before anybody tries. Free of schemas: the browser imports it. */
export const setupIsMissing = 'Upload the setup before you notify the doctor.'
