import { svg } from './element.ts'
import type { ViewName } from './orthodontic-views.ts'

export type IconName =
  | 'fit'
  | 'camera'
  | 'expand'
  | 'shrink'
  | 'help'
  | 'eye'
  | 'eye-off'
  | 'warning'
  | 'close'
  | 'distance'
  | 'angle'
  | 'arch_width'
  | 'tooth_size'
  | 'pin'
  | 'check'
  | 'section'
  | 'compare'
  | 'contacts'
  | 'palette'
  | 'bite'
  | 'turn-left'
  | 'turn-right'

/** Line drawings on a 24-unit square. */
const PATHS: Record<IconName, readonly string[]> = {
  fit: [
    'M4 9V5a1 1 0 0 1 1-1h4',
    'M15 4h4a1 1 0 0 1 1 1v4',
    'M20 15v4a1 1 0 0 1-1 1h-4',
    'M9 20H5a1 1 0 0 1-1-1v-4',
    'M9.5 12a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0',
  ],
  camera: [
    'M4 8.5A1.5 1.5 0 0 1 5.5 7H8l1.5-2.200h5L16 7h2.500A1.5 1.5 0 0 1 20 8.500v9A1.5 1.5 0 0 1 18.5 19h-13A1.5 1.5 0 0 1 4 17.500z',
    'M8.8 13a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0',
  ],
  expand: ['M14 4h6v6', 'M20 4l-7 7', 'M10 20H4v-6', 'M4 20l7-7'],
  shrink: ['M19 10h-6V4', 'M13 10l7-7', 'M5 14h6v6', 'M11 14l-7 7'],
  help: [
    'M9.2 9.200a2.9 2.9 0 1 1 4.3 2.500c-1 .6-1.5 1.1-1.5 2.3',
    'M12 17.200v.1',
    'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0',
  ],
  eye: [
    'M2.8 12S6 5.8 12 5.8 21.2 12 21.2 12 18 18.2 12 18.2 2.8 12 2.8 12z',
    'M9.3 12a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0-5.4 0',
  ],
  'eye-off': [
    'M4 4l16 16',
    'M9.9 6.100A9 9 0 0 1 12 5.800c6 0 9.2 6.2 9.2 6.200a15 15 0 0 1-2.7 3.5',
    'M6.3 7.400A15 15 0 0 0 2.8 12S6 18.2 12 18.200a9 9 0 0 0 4.2-1',
    'M10 10.200a2.7 2.7 0 0 0 3.8 3.8',
  ],
  warning: ['M12 4L2.8 19.500h18.400z', 'M12 10v4.5', 'M12 17v.1'],
  close: ['M6 6l12 12', 'M18 6L6 18'],
  distance: ['M3.5 16.5l13-13 4 4-13 13z', 'M7.5 12.500l2 2', 'M10.5 9.500l2 2', 'M13.5 6.500l2 2'],
  pin: [
    'M12 21c-4.2-4.300-6.500-7.600-6.500-10.800a6.500 6.500 0 0 1 13 0c0 3.200-2.300 6.500-6.500 10.800z',
    'M12 7.500v5.400',
    'M9.300 10.200h5.400',
  ],
  check: ['M5 12.500l4.500 4.500L19 7.500'],
  compare: [
    'M3.500 12a5.500 5.500 0 1 0 11 0a5.500 5.500 0 1 0-11 0',
    'M9.500 12a5.500 5.500 0 1 0 11 0a5.500 5.500 0 1 0-11 0',
  ],
  contacts: [
    'M4 4.500c0 4 2 6.500 4 6.500s2-2.500 4-2.500 2 2.500 4 2.500 4-2.500 4-6.500',
    'M4 19.500c0-4 2-6 4-6s2 2.500 4 2.500 2-2.500 4-2.500 4 2 4 6',
  ],
  'turn-left': ['M4.500 8.500h9.500a5.500 5.500 0 0 1 0 11H8', 'M8.500 4.500l-4 4 4 4'],
  'turn-right': ['M19.500 8.500H10a5.500 5.500 0 0 0 0 11h6', 'M15.500 4.500l4 4-4 4'],
  bite: ['M4 4v3.500a8 5 0 0 0 16 0V4', 'M4 20v-3.500a8 5 0 0 1 16 0V20', 'M12 10v4'],
  palette: [
    'M12 3.500a8.500 8.500 0 1 0 0 17c1.300 0 2-.9 2-1.900 0-1.400-1.200-1.700-1.200-2.900 0-.9.8-1.600 1.800-1.600h2.200a3.700 3.700 0 0 0 3.700-3.700c0-3.900-3.800-6.900-8.500-6.900z',
    'M7.500 12.500h.1',
    'M9.500 8.500h.1',
    'M14.500 8.200h.1',
  ],
  section: ['M4 20L20 4', 'M5 13V7a2 2 0 0 1 2-2h6', 'M19 11v6a2 2 0 0 1-2 2h-6', 'M8 19.500h.1'],
  arch_width: [
    'M5 20v-6.500a7 7 0 0 1 14 0V20',
    'M8.500 15.500h7',
    'M10 14l-1.500 1.500L10 17',
    'M14 14l1.500 1.500L14 17',
  ],
  tooth_size: [
    'M7 8.500C5.500 12 7.200 14 7.800 16.500c.5 2 .6 4 1.700 4s1-4.300 2.500-4.300 1.400 4.300 2.500 4.300 1.200-2 1.700-4c.6-2.500 2.300-4.500.8-8-1-2-3.300-1.200-5-.5-1.700-.7-4-1.500-5 .5z',
    'M5 4h14',
    'M5 2.800v2.400',
    'M19 2.800v2.400',
  ],
  angle: ['M19 19H5L15.5 5', 'M13 19a8 8 0 0 0-3.1-6.300'],
}

/** Builds an icon by name, hidden from screen readers. */
export function icon(name: IconName): SVGElement {
  const lines = PATHS[name].map((d) => svg('path', { d }))
  return svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' }, ...lines)
}

/** A tooth of a view icon: center, width and height on a sheet of 40 × 26. */
type Crown = readonly [x: number, y: number, width: number, height: number]

/** Builds the icon of a view from crowns: two rows as seen from the side, a horseshoe as seen from above. */
export function viewIcon(name: ViewName): SVGElement {
  const shapes = crownsOf(name).map(([x, y, width, height]) =>
    svg('rect', { x: x - width / 2, y: y - height / 2, width, height, rx: Math.min(width, height) * 0.34 }),
  )
  return svg('svg', { class: 'view-icon', viewBox: '0 0 40 26', 'aria-hidden': 'true', focusable: 'false' }, ...shapes)
}

function crownsOf(name: ViewName): Crown[] {
  if (name === 'pair') return [...half(horseshoe('upper'), 9), ...half(horseshoe('lower'), 31)]
  return name === 'upper' || name === 'lower' ? horseshoe(name) : rows(name)
}

/** Crowns at half their size, centered at `middle`. */
const half = (crowns: readonly Crown[], middle: number): Crown[] =>
  crowns.map(([x, y, width, height]) => [middle + (x - 20) / 2, 13 + (y - 13) / 2, width / 2, height / 2])

function rows(name: Exclude<ViewName, 'upper' | 'lower' | 'pair'>): Crown[] {
  if (name === 'front')
    return [
      ...mirrored(
        [
          [6.6, 11],
          [5, 9.4],
          [5, 8.2],
        ],
        'upper',
      ),
      ...mirrored(
        [
          [4.6, 9],
          [4.6, 8.6],
          [5.2, 7.6],
        ],
        'lower',
      ),
    ]
  if (name === 'back')
    return [
      ...mirrored(
        [
          [3.4, 6.4],
          [5.4, 8.6],
          [8.6, 11],
        ],
        'upper',
      ),
      ...mirrored(
        [
          [3.4, 6.4],
          [5.4, 8.2],
          [8.6, 10.4],
        ],
        'lower',
      ),
    ]
  const crowns = [
    ...inRow(
      [
        [4.2, 11],
        [5.2, 10.4],
        [6, 9.6],
        [8.6, 9],
        [8.6, 8.6],
      ],
      'upper',
    ),
    ...inRow(
      [
        [3.8, 9],
        [5, 9.2],
        [6, 9],
        [9.2, 8.8],
        [8.6, 8.4],
      ],
      'lower',
    ),
  ]
  // Seen from the patient's right, the front teeth are at the right.
  return name === 'right' ? crowns.map(([x, y, width, height]) => [40 - x, y, width, height]) : crowns
}

const GAP = 1

type Sizes = ReadonlyArray<readonly [width: number, height: number]>

/** The vertical center of a crown: upper ones hang from the upper edge of the sheet, lower ones stand on the lower edge. */
const centerIn = (row: 'upper' | 'lower', height: number): number =>
  row === 'upper' ? 1.5 + height / 2 : 24.5 - height / 2

/** A row of crowns from the midline outward on both sides. */
function mirrored(sizes: Sizes, row: 'upper' | 'lower'): Crown[] {
  let x = 20 + GAP / 2
  return sizes.flatMap(([width, height]): Crown[] => {
    const middle = x + width / 2
    x += width + GAP
    const y = centerIn(row, height)
    return [
      [middle, y, width, height],
      [40 - middle, y, width, height],
    ]
  })
}

/** A row of crowns from left to right, centered on the sheet. */
function inRow(sizes: Sizes, row: 'upper' | 'lower'): Crown[] {
  let x = 20 - (sizes.reduce((sum, [width]) => sum + width, 0) + GAP * (sizes.length - 1)) / 2
  return sizes.map(([width, height]): Crown => {
    const middle = x + width / 2
    x += width + GAP
    return [middle, centerIn(row, height), width, height]
  })
}

/** Crowns of one side from the midline backward: distance from the midline, position from the front, size. */
const HORSESHOE: ReadonlyArray<readonly [x: number, y: number, size: number]> = [
  [2.3, 3.4, 4],
  [6.7, 5, 4],
  [9.9, 8.6, 4.4],
  [11.6, 13.5, 5],
  [12.7, 20.3, 7],
]

function horseshoe(name: 'upper' | 'lower'): Crown[] {
  return HORSESHOE.flatMap(([x, down, size]): Crown[] => {
    const y = name === 'upper' ? down : 26 - down
    return [
      [20 - x, y, size, size],
      [20 + x, y, size, size],
    ]
  })
}
