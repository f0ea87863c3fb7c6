import type { Vector3 } from '@archwire/mesh'

export type ViewName = 'front' | 'right' | 'left' | 'upper' | 'lower' | 'back' | 'pair'

/**
 * One of the six views of an orthodontic record, or both chewing sides at once (`scans/views`). `eye` points from the model to the
 * viewer, `up` to the top of the picture, in the viewer's axes (+X the patient's right, +Y anterior, +Z up). `only`
 * names the jaw that an occlusal view shows: the other arch would be in the way.
 */
export type OrthodonticView = {
  name: ViewName
  label: string
  /** The label under its icon. */
  short: string
  key: string
  eye: Vector3
  up: Vector3
  only: 'upper' | 'lower' | null
  /** The mouth opens like a book: the upper arch turned over above the lower one, both chewing sides to the eye. */
  unfolded?: true
}

/**
 * As on an orthodontic photo sheet: the patient's right is at the viewer's left from the front and in both occlusal
 * views, the upper incisors at the top, the lower incisors at the bottom.
 */
export const ORTHODONTIC_VIEWS: readonly OrthodonticView[] = [
  { name: 'front', label: 'Front', short: 'Front', key: '1', eye: [0, 1, 0], up: [0, 0, 1], only: null },
  { name: 'right', label: 'Right buccal', short: 'Right', key: '2', eye: [1, 0, 0], up: [0, 0, 1], only: null },
  { name: 'left', label: 'Left buccal', short: 'Left', key: '3', eye: [-1, 0, 0], up: [0, 0, 1], only: null },
  { name: 'upper', label: 'Upper occlusal', short: 'Upper', key: '4', eye: [0, 0, -1], up: [0, 1, 0], only: 'upper' },
  { name: 'lower', label: 'Lower occlusal', short: 'Lower', key: '5', eye: [0, 0, 1], up: [0, -1, 0], only: 'lower' },
  { name: 'back', label: 'Back', short: 'Back', key: '6', eye: [0, -1, 0], up: [0, 0, 1], only: null },
  {
    name: 'pair',
    label: 'Occlusal pair',
    short: 'Pair',
    key: '7',
    eye: [0, 0, 1],
    up: [0, -1, 0],
    only: null,
    unfolded: true,
  },
]

/** The direction at the right edge of the picture of a view. */
export function pictureRight(view: Pick<OrthodonticView, 'eye' | 'up'>): Vector3 {
  const { eye, up } = view
  return [up[1] * eye[2] - up[2] * eye[1] + 0, up[2] * eye[0] - up[0] * eye[2] + 0, up[0] * eye[1] - up[1] * eye[0] + 0]
}

/**
 * The views that an address requests, as in `?views=front,upper,lower`: these are offered, the first is shown
 * initially. All when it requests none that we know.
 */
export function viewsOf(search: string): readonly OrthodonticView[] {
  const names = (new URLSearchParams(search).get('views') ?? '').split(',')
  const chosen = names.flatMap((name) => ORTHODONTIC_VIEWS.filter((view) => view.name === name))
  return chosen.length > 0 ? [...new Set(chosen)] : ORTHODONTIC_VIEWS
}

/** Whether a view makes sense for these files (1 upper, 2 lower, 3 both): a pair needs one for each arch. */
export function allowsView(files: readonly { jaws_id: 1 | 2 | 3 }[], { only, unfolded }: OrthodonticView): boolean {
  if (unfolded) return ([1, 2] as const).every((jaw) => files.some(({ jaws_id }) => jaws_id === jaw))
  return only === null || files.some(({ jaws_id }) => jaws_id === 3 || jaws_id === (only === 'upper' ? 1 : 2))
}
