/** A new key for one intent of the user. */
export const newIntent = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
