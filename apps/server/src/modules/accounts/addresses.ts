export { isFree } from '../users/index.ts'

export const taken = 'This email has an account already. Please sign in, or set a new password.'
