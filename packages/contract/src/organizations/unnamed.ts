/** Names of practices that nobody named yet, as a pattern: their account number is shown instead (`organizations/unnamed`). */
export const unnamed = '^(Account [0-9]+)?$'
