/** The list of onboardings, and the page of one. */
export const listPath: string = '/onboardings'
export const pageOf = (id: number): string => `/onboardings/${id}`

/** The key of an address that opens the checklist of an onboarding, on any page of a practice's people. */
export const checklistKey = 'onboarding'
