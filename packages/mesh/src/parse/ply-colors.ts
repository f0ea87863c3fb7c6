import type { PlyElement, PlyNumber } from './ply-header.ts'

const COLOR_NAMES = [
  ['red', 'green', 'blue'],
  ['diffuse_red', 'diffuse_green', 'diffuse_blue'],
  ['r', 'g', 'b'],
] as const

/** The positions of red, green and blue among the properties of an element; empty when it has no complete color. */
export function colorProperties({ properties }: PlyElement): number[] {
  for (const names of COLOR_NAMES) {
    const found = names.map((name) => properties.findIndex((each) => each.name === name && !each.countType))
    if (found.every((at) => at >= 0)) return found
  }
  return []
}

/** The value of full light in a color of this type; null when its values have to decide. */
export function fullLight(type: PlyNumber): number | null {
  if (type === 'float32' || type === 'float64') return null
  return type === 'uint16' ? 65_535 : 255
}
