import type { MeasureKind } from '@archwire/contract/measurements/kinds.ts'
import type { IconName } from './icons.ts'
import type { PanelTool } from './lazy-tool.ts'
import type { SceneViewer } from './scene-viewer.ts'
import type { Stage } from './stage.ts'

/** What a tool may ask about the scans on the stage before it is offered. */
export interface ShownScans {
  /** The scans drawn so far. */
  drawn: number
  /** The jaw of every file of the scene: 1 upper, 2 lower, 3 both. */
  jaws: readonly (number | null)[]
  /** Other scenes of the case, to compare this one with. */
  others: number
}

export interface ToolRow {
  label: string
  /** The letter that selects and deselects it; its button shows it. */
  key: string
  /** For the help sheet: the keys, where there are several, and what they do. */
  keys?: string
  help: string
  icon: IconName
}

/** A tool whose script loads on first use. */
export interface LazyToolRow extends ToolRow {
  /** Cuts or colors the model, or takes points on it: of each only one is in use at a time. */
  changesModel: boolean
  takesPoints?: boolean
  isPossible: (scans: ShownScans) => boolean
  load: () => Promise<new (stage: Stage, viewer: SceneViewer) => PanelTool>
}

/** The letter that measures each kind; the tool's own is that of the distance. */
export const measureKeys: Record<MeasureKind, string> = { distance: 'M', angle: 'A', arch_width: 'W', tooth_size: 'T' }

const isDrawn = ({ drawn }: ShownScans): boolean => drawn > 0
const hasJawTwice = ({ jaws }: ShownScans): boolean => new Set(jaws).size < jaws.length

/**
 * The viewer's tools in the order of their buttons (`scans/tools`). Button, shortcut, line of the help sheet, place on the page and the
 * script that loads on first use follow from a tool's row: a new one is a row here, its drawing in icons.ts and its own
 * file.
 */
export const toolTable = {
  measure: {
    label: 'Measure',
    key: measureKeys.distance,
    keys: Object.values(measureKeys).join('  '),
    help: 'Measure a distance, an angle, an arch width, a tooth; Enter sets a point in the middle',
    icon: 'distance',
  },
  place: {
    label: 'Place the arches',
    key: 'B',
    help: 'Place the arches: turn one over, set its front, the bite by three points or a bite scan',
    icon: 'bite',
    changesModel: false,
    takesPoints: true,
    isPossible: isDrawn,
    load: async () => (await import('./placement/place-tool.ts')).PlaceTool,
  },
  section: {
    label: 'Cross-section',
    key: 'X',
    help: 'Cut the model open, with the outline of the cut',
    icon: 'section',
    changesModel: true,
    isPossible: isDrawn,
    load: async () => (await import('./section/section-tool.ts')).SectionTool,
  },
  compare: {
    label: 'Compare',
    key: 'D',
    help: 'Compare with another version: differences as colors',
    icon: 'compare',
    changesModel: true,
    isPossible: (scans) => isDrawn(scans) && (scans.others > 0 || hasJawTwice(scans)),
    load: async () => (await import('./maps/compare-tool.ts')).CompareTool,
  },
  contacts: {
    label: 'Contacts',
    key: 'O',
    help: 'Occlusal contacts as colors',
    icon: 'contacts',
    changesModel: true,
    isPossible: (scans) => isDrawn(scans) && scans.jaws.includes(1) && scans.jaws.includes(2),
    load: async () => (await import('./maps/contact-tool.ts')).ContactTool,
  },
  pins: {
    label: 'Pin a comment',
    key: 'P',
    help: 'Pin a comment; Enter pins it in the middle, Ctrl + Enter saves',
    icon: 'pin',
  },
  picture: {
    label: 'Screenshot',
    key: 'S',
    help: 'Screenshot',
    icon: 'camera',
    changesModel: false,
    isPossible: isDrawn,
    load: async () => (await import('./picture/picture-tool.ts')).PictureTool,
  },
} as const satisfies Record<string, ToolRow | LazyToolRow>

export type ToolName = keyof typeof toolTable
