/** Products that commands name. */
export const productIds = { startupFee: 1 } as const
