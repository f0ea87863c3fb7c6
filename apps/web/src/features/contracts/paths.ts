/** The list of subscriptions. */
export const listPath: string = '/subscriptions'
/** The page of a subscription. */
export const pageOf = (id: number): string => `${listPath}/${id}`
