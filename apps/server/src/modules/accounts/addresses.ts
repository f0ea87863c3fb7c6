export { isFree } from '../users/index.ts'

export const taken = 'This email already has an account. Please sign in or set a new password.'
