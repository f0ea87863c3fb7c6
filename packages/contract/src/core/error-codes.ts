/** Codes that carry more meaning than the HTTP status. */
export const errorCodes = { emailNotVerified: 2200, botCheckNeeded: 2201, passwordNeeded: 2202 } as const
