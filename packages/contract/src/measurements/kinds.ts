/** What is measured on a scan, and how many points it takes. Free of schemas: the browser imports it. */
export const measureKinds = {
  distance: { label: 'Distance', points: 2, unit: 'mm' },
  angle: { label: 'Angle', points: 3, unit: '°' },
  arch_width: { label: 'Arch width', points: 2, unit: 'mm' },
  tooth_size: { label: 'Tooth size', points: 2, unit: 'mm' },
} as const
export type MeasureKind = keyof typeof measureKinds

export const jaws = ['upper', 'lower'] as const
export type Jaw = (typeof jaws)[number]

/** The teeth between which the width of an arch is measured, from front to back. */
export const archPlaces = ['canines', 'first_premolars', 'second_premolars', 'first_molars'] as const
export type ArchPlace = (typeof archPlaces)[number]

/** "First premolars": the title of a place. */
export function archPlaceTitle(place: ArchPlace): string {
  const words = place.replace('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}

/** Maximum measurements per case. */
export const maxMeasurements = 200
