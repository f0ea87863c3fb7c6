import { type Dentition, halfArch, type Jaw, type Tooth } from './anatomy.ts'
import { ArchCurve } from './arch-curve.ts'
import { randomSource } from './random.ts'

/**
 * A tooth in its place. `height` points towards the opposite arch, whichever jaw it is; angles in radians: `turn` about
 * the height, `tip` along the arch, `torque` outwards.
 */
export type PlacedTooth = {
  tooth: Tooth
  x: number
  y: number
  height: number
  /** Unit vector across the tooth (along the arch, away from the midline), and outwards. */
  acrossX: number
  acrossY: number
  outX: number
  outY: number
  tip: number
  torque: number
}

export type ArchPlan = { curve: ArchCurve; teeth: PlacedTooth[]; contacts: number[] }

/** Half width of the midline in mm at the second molar, and y of its front point: the upper arch overlaps the lower. */
type Form = { halfWidth: number; front: number }
const FORM: Record<Jaw, Form> = {
  upper: { halfWidth: 25.6, front: 24 },
  lower: { halfWidth: 23.8, front: 21.2 },
}
const DECIDUOUS_FORM: Record<Jaw, Form> = {
  upper: { halfWidth: 21, front: 16 },
  lower: { halfWidth: 19.4, front: 14 },
}

/** The pattern of crowding, tooth by tooth from the midline: outwards shift in mm, turn, height, tip. */
const CROWDING: ReadonlyArray<{ out: number; turn: number; height: number; tip: number }> = [
  { out: 0.7, turn: 0.34, height: 0.3, tip: 0.1 },
  { out: -1.9, turn: -0.5, height: -0.4, tip: -0.1 },
  { out: 1.9, turn: 0.36, height: -1.1, tip: 0.16 },
  { out: -0.7, turn: -0.34, height: 0.2, tip: -0.1 },
  { out: 0.4, turn: 0.28, height: 0, tip: 0.08 },
  { out: -0.3, turn: -0.08, height: 0, tip: 0.07 },
  { out: 0.2, turn: 0.06, height: -0.2, tip: 0.05 },
]

/**
 * Sets fourteen teeth on the arch. `alignment` 1 is the ideal setup, 0 the crowded start; between them every tooth
 * moves evenly, so that stages of one seed belong together. A jaw without teeth keeps its arch.
 */
export function placeTeeth(jaw: Jaw, seed: number, alignment: number, dentition: Dentition): ArchPlan {
  const random = randomSource(seed * 2 + (jaw === 'upper' ? 0 : 1))
  const crowding = 1 - alignment
  const half = halfArch(jaw, dentition)
  const spacing = 1 - 0.055 * crowding
  const reach = half.reduce((sum, tooth) => sum + tooth.width, 0) * spacing
  const { halfWidth, front } = (dentition === 'deciduous' ? DECIDUOUS_FORM : FORM)[jaw]
  const narrow = 1 - 0.035 * crowding
  const curve = new ArchCurve(halfWidth * narrow, reach + 3.5, front + 0.6 * crowding)
  const teeth: PlacedTooth[] = []
  const contacts = [0]
  for (const side of [1, -1]) {
    let along = 0
    half.forEach((tooth, place) => {
      const center = along + (tooth.width * spacing) / 2
      along += tooth.width * spacing
      contacts.push(side * along)
      teeth.push(placeTooth(tooth, place, side, curve, side * center, crowding, random))
    })
  }
  return { curve, teeth: dentition === 'none' ? [] : teeth, contacts: contacts.sort((a, b) => a - b) }
}

function placeTooth(
  tooth: Tooth,
  place: number,
  side: number,
  curve: ArchCurve,
  length: number,
  crowding: number,
  random: () => number,
): PlacedTooth {
  const point = curve.at(length)
  const habit = CROWDING[place]!
  // Every mouth differs: the pattern is scaled and turned at random, and an ideal setup keeps a trace of it.
  const amount = () => crowding * (0.35 + 0.95 * random()) * (random() < 0.2 ? -1 : 1)
  const trace = (size: number) => (random() - 0.5) * size
  const out = habit.out * amount() + trace(0.12)
  const turn = side * (habit.turn * amount() + trace(0.05))
  const height = habit.height * amount() + trace(0.1)
  const tip = habit.tip * amount() - 0.04 + trace(0.03)
  const torque = tooth.torque + crowding * trace(0.24)
  const normalX = -point.tangentY
  const normalY = point.tangentX
  const cos = Math.cos(turn)
  const sin = Math.sin(turn)
  const acrossX = side * (point.tangentX * cos - point.tangentY * sin)
  const acrossY = side * (point.tangentX * sin + point.tangentY * cos)
  return {
    tooth,
    x: point.x + normalX * out,
    y: point.y + normalY * out,
    height: tooth.overbite + height,
    acrossX,
    acrossY,
    outX: normalX * cos - normalY * sin,
    outY: normalX * sin + normalY * cos,
    tip,
    torque,
  }
}
