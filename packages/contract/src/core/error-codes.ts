/** Codes that mean more than the HTTP status. */
export const errorCodes = { emailNotVerified: 2200, botCheckNeeded: 2201, passwordNeeded: 2202 } as const
