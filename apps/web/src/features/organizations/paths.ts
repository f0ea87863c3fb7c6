/** The list of organizations. */
export const listPath: string = '/organizations'
/** A page of the list: of one organization, or of a new one. */
export const pageOf = (page: number | 'add'): string => `${listPath}/${page}`
/** The form of a case of an organization. */
export const startCaseOf = (id: number): string => `${listPath}/${id}/rx-forms/add`
/** The locations of an organization. */
export const locationsOf = (id: number): string => `${listPath}/${id}/locations`
