import { aidWords } from '@archwire/contract/measurements/words.ts'
import { vertexAreas } from '@archwire/mesh/surface-distance.ts'
import { element } from '../element.ts'
import type { PanelTool } from '../late-tool.ts'
import type { Arch, SceneViewer } from '../scene-viewer.ts'
import type { Stage } from '../stage.ts'
import { askDistances } from './ask-distances.ts'
import { CONTACT_REACH, coloursOf, contactColour, contactLegend } from './colour-scale.ts'
import { figureTable, legendOf, signedMm } from './map-panel.ts'
import { Probe } from './probe.ts'

/** Nearer than this counts as touching, in millimetres: about the thickness of articulating foil. */
const TOUCH = 0.1

type Mapped = { arch: Arch; distances: Float32Array }

/** Colours both arches by how near the other one is: where they meet when the mouth is shut. */
export class ContactTool implements PanelTool {
  readonly panel = element('section', { class: 'bar tool-panel maps', 'aria-label': 'Contacts' })
  private readonly stage: Stage
  private readonly viewer: SceneViewer
  private readonly probe: Probe
  private readonly reading = element('output', { class: 'reading' })
  private inUse = false
  private mapped: Mapped[] = []
  private asked = ''
  private state: 'busy' | 'ready' | { trouble: string } = 'ready'

  constructor(stage: Stage, viewer: SceneViewer) {
    this.stage = stage
    this.viewer = viewer
    this.probe = new Probe(stage, (found) => {
      const met = found && this.mapped.find(({ arch }) => arch.model === found.model)
      const distance = met ? met.distances[found.vertex]! : null
      this.reading.textContent =
        distance === null
          ? 'Point at an arch to read a value.'
          : Number.isNaN(distance)
            ? `Here: more than ${CONTACT_REACH} mm apart`
            : `Here: ${signedMm(distance)}${distance < 0 ? ' into the other arch' : ' apart'}`
    })
  }

  take(): void {
    this.inUse = true
    this.probe.start()
    this.follow()
  }

  layDown(): void {
    this.inUse = false
    this.probe.end()
    this.erase()
    this.asked = ''
  }

  follow(): void {
    if (this.inUse) void this.map()
  }

  private async map(): Promise<void> {
    const [upper, lower] = [1, 2].map(
      (jaw) =>
        this.viewer.arches.filter(({ file }) => file.jaws_id === jaw).toSorted((a, b) => b.file.id - a.file.id)[0],
    )
    const wish = [upper?.model.object.id, lower?.model.object.id, this.viewer.inBite].join()
    if (wish === this.asked) return
    this.asked = wish
    this.erase()
    if (!upper || !lower || !this.viewer.inBite) {
      this.state = { trouble: 'The arches were scanned apart: without a bite there are no contacts to show.' }
      return this.draw()
    }
    this.state = 'busy'
    this.draw()
    try {
      const mapped = await Promise.all([mapOf(upper, lower), mapOf(lower, upper)])
      if (wish !== this.asked) return
      this.mapped = mapped
      for (const { arch, distances } of mapped) arch.model.paint(coloursOf(distances, contactColour))
      this.state = 'ready'
    } catch (error) {
      if (wish !== this.asked) return
      this.state = { trouble: error instanceof Error ? error.message : String(error) }
    }
    this.stage.draw()
    this.draw()
  }

  private erase(): void {
    for (const { arch } of this.mapped) arch.model.paint(null)
    this.mapped = []
    this.reading.textContent = ''
    this.stage.draw()
  }

  private draw(): void {
    this.panel.setAttribute('aria-busy', String(this.state === 'busy'))
    this.panel.replaceChildren(element('h2', {}, 'Occlusal contacts'), ...this.outcome())
  }

  private outcome(): HTMLElement[] {
    if (this.state === 'busy') return [element('p', { class: 'working', role: 'status' }, 'Looking for contacts…')]
    if (this.state !== 'ready') return [element('p', { class: 'trouble' }, this.state.trouble)]
    const said = 'Red touches or reaches into the other arch, yellow and blue are near it.'
    return [
      legendOf(contactLegend(), said),
      figureTable(
        ['Right', 'Left'],
        this.mapped.map(({ arch, distances }) => {
          const { right, left } = touching(arch, distances)
          return [arch.file.jaws_id === 1 ? 'Upper' : 'Lower', `${right.toFixed(1)} mm²`, `${left.toFixed(1)} mm²`]
        }),
      ),
      element('small', {}, `Area closer than ${TOUCH} mm to the other arch, on the patient’s sides.`),
      this.reading,
      element('p', { class: 'aid' }, aidWords),
    ]
  }
}

async function mapOf(arch: Arch, other: Arch): Promise<Mapped> {
  const only = ({ surface: { positions, indices } }: Arch) => ({ positions, indices })
  const { distances } = await askDistances({
    from: only(arch),
    to: only(other),
    reach: CONTACT_REACH,
    tolerance: TOUCH,
    fit: false,
    jaw: null,
  })
  return { arch, distances }
}

/** The area that touches, in mm², at the patient's right (+X of the stage) and left. */
function touching({ surface, model }: Arch, distances: Float32Array): { right: number; left: number } {
  const areas = vertexAreas(surface)
  const sides = { right: 0, left: 0 }
  distances.forEach((distance, vertex) => {
    // NaN compares false.
    if (!(distance <= TOUCH)) return
    const [x, y, z] = surface.positions.subarray(vertex * 3, vertex * 3 + 3)
    sides[model.toStage([x!, y!, z!])[0] > 0 ? 'right' : 'left'] += areas[vertex]!
  })
  return sides
}
