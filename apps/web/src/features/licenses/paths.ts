/** The list of licenses, and the pages of one. */
export const listPath: string = '/licenses'
export const addPath: string = '/add-license'
export const pageOf = (id: number): string => `/edit-license/${id}`
