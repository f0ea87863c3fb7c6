/** Keys are ours, but a path is a path: only plain segments are allowed. Throws on anything else. */
export function plainKey(key: string): string {
  if (!/^[\w-]+(\/[\w.-]+)*$/.test(key) || key.includes('..')) throw new TypeError('impossible storage key')
  return key
}

/** Where the bytes of one part arrive, by a link that any holder may use until it expires. */
export const incomingKey = (upload: string, part: number): string => plainKey(`incoming/${upload}/${part}`)

/** Where checked bytes are stored; no link ever allows a PUT here. */
export const sealedKey = (upload: string): string => plainKey(`sealed/${upload}`)

/** Why an upload cannot be sealed, as text for people. */
export const problems = {
  missing: (part: number, parts: number) =>
    parts === 1 ? 'The file has not arrived.' : `Part ${part} of ${parts} has not arrived.`,
  size: (arrived: number, size: number) => `The file has ${arrived} bytes instead of ${size}.`,
  hash: 'The file was damaged during the upload. Please upload it again.',
}
