/** The two arches of a mouth. */
export type Jaw = 'upper' | 'lower'

export type ToothKind = 'incisor' | 'canine' | 'premolar' | 'molar'

/** A cusp tip on the crown: offsets as shares of width and depth (buccal positive), height in mm against the tip plane. */
export type Cusp = { across: number; outwards: number; height: number }

/** One tooth of a half arch. Lengths in mm, angles in radians. */
export type Tooth = {
  kind: ToothKind
  /** Mesiodistal width and buccolingual depth of the crown. */
  width: number
  depth: number
  /** Crown length that stands out of the gum. */
  crown: number
  /** How far the tip passes the occlusal plane. */
  overbite: number
  /** Inclination of the crown outwards (positive) or inwards. */
  torque: number
  cusps: readonly Cusp[]
}

/**
 * Seven teeth of a half arch from the midline backwards (third molars left out). Crown sizes are the usual means of
 * dental anatomy books (after Wheeler); cusps are simplified to what an eye expects at arm's length.
 */
const HALF_ARCH: Record<Jaw, readonly Tooth[]> = {
  upper: [
    tooth('incisor', 8.5, 7.2, 10, 1.6, 0.2, []),
    tooth('incisor', 6.6, 6.2, 9, 1.1, 0.17, []),
    tooth('canine', 7.6, 7.8, 9.8, 1.5, 0.05, [{ across: 0, outwards: 0.12, height: 0 }]),
    tooth('premolar', 7.1, 9, 8, 0.2, -0.03, twoCusps(-0.5)),
    tooth('premolar', 6.9, 9, 7.6, 0.1, -0.05, twoCusps(-0.3)),
    tooth('molar', 10.2, 11, 7.1, 0, -0.07, fourCusps(0.2)),
    tooth('molar', 9.6, 10.8, 6.7, -0.2, -0.08, fourCusps(0)),
  ],
  lower: [
    tooth('incisor', 5.4, 6, 8.4, 0.9, 0.1, []),
    tooth('incisor', 5.9, 6.2, 8.5, 0.8, 0.08, []),
    tooth('canine', 6.8, 7.5, 9.6, 1, 0, [{ across: 0, outwards: 0.1, height: 0 }]),
    tooth('premolar', 7, 7.7, 7.8, 0.5, -0.1, twoCusps(-1.5)),
    tooth('premolar', 7.2, 8.2, 7.3, 0.5, -0.14, twoCusps(-0.7)),
    tooth('molar', 11.2, 10.3, 6.9, 0.5, -0.2, fiveCusps()),
    tooth('molar', 10.6, 10.2, 6.5, 0.4, -0.24, fourCusps(-0.2)),
  ],
}

/**
 * Five teeth of a child's half arch: two incisors, a canine, two molars; sizes after Wheeler. They stand upright, with
 * little overbite.
 */
const DECIDUOUS_HALF_ARCH: Record<Jaw, readonly Tooth[]> = {
  upper: [
    tooth('incisor', 6.5, 5, 6, 1, 0.05, []),
    tooth('incisor', 5.1, 4.6, 5.6, 0.8, 0.04, []),
    tooth('canine', 6.8, 6.2, 6.3, 0.9, 0, [{ across: 0, outwards: 0.12, height: 0 }]),
    tooth('molar', 7.3, 8.5, 5.1, 0, -0.03, twoCusps(-0.3)),
    tooth('molar', 8.6, 9.6, 5.7, 0, -0.05, fourCusps(0)),
  ],
  lower: [
    tooth('incisor', 4.2, 4, 5, 0.5, 0.04, []),
    tooth('incisor', 4.4, 4.2, 5.2, 0.5, 0.03, []),
    tooth('canine', 5.4, 5, 6, 0.7, 0, [{ across: 0, outwards: 0.1, height: 0 }]),
    tooth('molar', 7.9, 7.2, 6, 0.2, -0.08, fourCusps(-0.3)),
    tooth('molar', 9.7, 8.7, 5.5, 0.2, -0.1, fiveCusps()),
  ],
}

/** What stands in a jaw: the teeth of an adult, those of a child, or none. */
export type Dentition = 'permanent' | 'deciduous' | 'none'

/** The teeth of a half arch from the midline backwards. */
export const halfArch = (jaw: Jaw, dentition: Dentition): readonly Tooth[] =>
  dentition === 'deciduous' ? DECIDUOUS_HALF_ARCH[jaw] : HALF_ARCH[jaw]

function tooth(
  kind: ToothKind,
  width: number,
  depth: number,
  crown: number,
  overbite: number,
  torque: number,
  cusps: readonly Cusp[],
): Tooth {
  return { kind, width, depth, crown, overbite, torque, cusps }
}

function twoCusps(lingualHeight: number): Cusp[] {
  return [
    { across: 0, outwards: 0.25, height: 0 },
    { across: 0, outwards: -0.27, height: lingualHeight },
  ]
}

function fourCusps(lingualHeight: number): Cusp[] {
  return [
    { across: -0.24, outwards: 0.25, height: 0 },
    { across: 0.24, outwards: 0.25, height: -0.2 },
    { across: -0.23, outwards: -0.26, height: lingualHeight },
    { across: 0.25, outwards: -0.24, height: lingualHeight - 0.5 },
  ]
}

function fiveCusps(): Cusp[] {
  return [
    { across: -0.31, outwards: 0.24, height: -0.1 },
    { across: 0.02, outwards: 0.28, height: -0.2 },
    { across: 0.33, outwards: 0.16, height: -0.5 },
    { across: -0.24, outwards: -0.26, height: 0 },
    { across: 0.22, outwards: -0.26, height: -0.1 },
  ]
}
