import type { PlantedFault } from '../../apps/server/test/planted/fault.ts'

/** The text with the fault in it. Throws when its place is no longer there, or there twice: the fault has to be written anew. */
export function withFault(
  text: string,
  { file, find, replace }: Pick<PlantedFault, 'file' | 'find' | 'replace'>,
): string {
  const parts = text.split(find)
  if (parts.length !== 2) throw new TypeError(`${file}: its place is there ${parts.length - 1} times`)
  return parts.join(replace)
}
