/** Colors of a map: sRGB bytes. */
export type Color = readonly [number, number, number]
type Stop = readonly [at: number, color: Color]

/** The color of places without a counterpart. */
export const NOWHERE: Color = [128, 132, 140]

/**
 * Behind, level, in front: a blue and a red that color-blind eyes can tell apart, with the light of stone between them.
 */
const DEVIATION: readonly Stop[] = [
  [-1, [24, 66, 160]],
  [-0.5, [86, 148, 218]],
  [-0.08, [226, 226, 220]],
  [0.08, [226, 226, 220]],
  [0.5, [236, 140, 78]],
  [1, [158, 20, 34]],
]

/** Millimeters between the arches: into each other, touching, near. */
const CONTACT: readonly Stop[] = [
  [-0.2, [122, 12, 60]],
  [0, [206, 32, 41]],
  [0.1, [238, 124, 38]],
  [0.3, [248, 212, 84]],
  [0.6, [112, 186, 214]],
  [1, [221, 213, 198]],
]

/** The farthest distance that the map of contacts considers, in millimeters. */
export const CONTACT_REACH = 1

/** The color of a deviation where the scale ends at `range` millimeters to both sides. */
export const deviationColor = (distance: number, range: number): Color => blend(DEVIATION, distance / range)

/** The color of a distance between the arches; beyond the reach that of stone. */
export const contactColor = (distance: number): Color =>
  Number.isNaN(distance) ? CONTACT.at(-1)![1] : blend(CONTACT, distance)

/** A color for each vertex, three bytes each. */
export function colorsOf(distances: Float32Array, colorOf: (distance: number) => Color): Uint8Array {
  const colors = new Uint8Array(distances.length * 3)
  for (let vertex = 0; vertex < distances.length; vertex++) colors.set(colorOf(distances[vertex]!), vertex * 3)
  return colors
}

/** The scale as a gradient from left to right, and the share (0 to 1) at which a value is. */
export const deviationLegend = (range: number): Legend => ({
  gradient: gradientOf(DEVIATION),
  marks: [-range, -range / 2, 0, range / 2, range].map((value) => ({
    share: (value / range + 1) / 2,
    label: value > 0 ? `+${rounded(value)}` : rounded(value),
  })),
})

export const contactLegend = (): Legend => ({
  gradient: gradientOf(CONTACT),
  marks: [-0.2, 0, 0.3, 0.6, 1].map((value) => ({ share: (value + 0.2) / 1.2, label: rounded(value) })),
})

export type Legend = {
  gradient: readonly { share: number; color: Color }[]
  marks: readonly { share: number; label: string }[]
}

const rounded = (value: number) => String(Number(value.toFixed(3))).replace('-', '−')

function gradientOf(stops: readonly Stop[]): Legend['gradient'] {
  const [first, last] = [stops[0]![0], stops.at(-1)![0]]
  return stops.map(([at, color]) => ({ share: (at - first) / (last - first), color }))
}

function blend(stops: readonly Stop[], at: number): Color {
  if (Number.isNaN(at)) return NOWHERE
  if (at <= stops[0]![0]) return stops[0]![1]
  for (let next = 1; next < stops.length; next++) {
    const [from, below] = stops[next - 1]!
    const [to, above] = stops[next]!
    if (at > to) continue
    const share = (at - from) / (to - from)
    return [0, 1, 2].map((part) => Math.round(below[part]! + (above[part]! - below[part]!) * share)) as unknown as Color
  }
  return stops.at(-1)![1]
}
