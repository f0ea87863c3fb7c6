import { tellOfNewBrowser } from './new-browser.ts'
import { writeWishedMail } from './wishes.ts'

export { invite } from './invitations.ts'

/** What the worker does for this module. */
export const accountJobs = { writeWishedMail, tellOfNewBrowser }
