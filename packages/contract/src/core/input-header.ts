/** Set by our pages on calls that follow what a person did there; what a page asks by itself moves no clock (decision 033). */
export const inputHeader = 'x-input'
