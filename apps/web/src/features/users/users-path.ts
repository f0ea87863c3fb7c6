/** The list of users. */
export const listPath: string = '/users'
/** Where people return to after a user was added or deleted: the search of organizations and users. */
export const searchPath: string = '/organizations-users'
