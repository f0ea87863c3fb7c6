/** A label's middle and size in CSS pixels. */
export interface Label {
  x: number
  y: number
  width: number
  height: number
}

/** Offsets in rows from a label's preferred place, nearest first. */
const ROWS = [0, -1, 1, -2, 2]

/**
 * Places labels so that none covers another one: moved up or down by whole rows, the last ones (the newest) first in
 * their own place. Null for one without room: it appears once the model is larger.
 */
export function placeLabels(labels: readonly Label[]): (number | null)[] {
  const taken: Label[] = []
  return labels
    .toReversed()
    .map((label) => {
      const places = ROWS.map((row) => ({ ...label, y: label.y + row * label.height }))
      const free = places.find((place) => !taken.some((other) => overlap(place, other)))
      if (free) taken.push(free)
      return free?.y ?? null
    })
    .toReversed()
}

const overlap = (a: Label, b: Label): boolean =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2
