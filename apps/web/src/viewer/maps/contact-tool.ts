import { aidWords } from '@archwire/contract/measurements/words.ts'
import { vertexAreas } from '@archwire/mesh/surface-distance.ts'
import type { ArchModel } from '../arch-model.ts'
import { element } from '../element.ts'
import { newestOf, unitOf } from '../placement/arches-on-stage.ts'
import type { BiteSign } from '../placement/place-scans.ts'
import type { Arch, SceneViewer } from '../scene-viewer.ts'
import type { Stage } from '../stage.ts'
import { askDistances } from './ask-distances.ts'
import { CONTACT_REACH, colorsOf, contactColor, contactLegend } from './color-scale.ts'
import { figureTable, legendOf, signedMm } from './map-panel.ts'
import { MapTool } from './map-tool.ts'

/** Nearer than this counts as touching, in millimeters: about the thickness of articulating foil. */
const TOUCH = 0.1

type Mapped = { arch: Arch; distances: Float32Array }

/** Colors both arches by how near the other one is: where they meet when the mouth is shut. */
export class ContactTool extends MapTool {
  private mapped: Mapped[] = []

  constructor(stage: Stage, viewer: SceneViewer) {
    super(stage, viewer, 'Contacts')
  }

  protected async renew(): Promise<void> {
    const [upper, lower] = ([1, 2] as const).map((jaw) => newestOf(this.viewer.arches, jaw))
    const { bite, isBite, version } = this.viewer.standing
    if (!this.begins([upper?.model.object.id, lower?.model.object.id, bite, version].join())) return
    await this.fulfill(
      async () => {
        if (!upper || !lower || !isBite) throw new Error(withoutBite(bite))
        if (unitOf([upper, lower]) !== 1)
          throw new Error('These scans are not in millimeters. Contacts are shown only for scans in millimeters.')
        return Promise.all([mapOf(upper, lower), mapOf(lower, upper)])
      },
      (mapped) => {
        this.mapped = mapped
        for (const { arch, distances } of mapped) arch.model.paint(colorsOf(distances, contactColor))
      },
    )
  }

  protected erase(): void {
    for (const { arch } of this.mapped) arch.model.paint(null)
    this.mapped = []
  }

  protected distanceAt(model: ArchModel, vertex: number): number | null {
    return this.mapped.find(({ arch }) => arch.model === model)?.distances[vertex] ?? null
  }

  protected wordsOf(distance: number): string {
    if (Number.isNaN(distance)) return `Here: more than ${CONTACT_REACH} mm apart`
    return distance < 0 ? `Here: ${signedMm(distance)} into the other arch` : `Here: ${distance.toFixed(2)} mm apart`
  }

  protected draw(): void {
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

const withoutBite = (bite: BiteSign): string =>
  bite === 'unsure'
    ? 'It is not certain that the arches are in the bite, so there are no contacts to show. Confirm or place them first (B).'
    : bite === 'turned'
      ? 'The arches were turned by hand and are not in the bite yet, so there are no contacts to show. Bring them together first (B).'
      : 'The arches were scanned separately, so there are no contacts to show. Place them first (B).'

async function mapOf(arch: Arch, other: Arch): Promise<Mapped> {
  // As they stand on the stage: arches that a person placed meet there, not in their files.
  const standing = ({ surface: { positions, indices }, model }: Arch) => ({
    positions: model.onStage(positions),
    indices,
  })
  const { distances } = await askDistances({
    from: standing(arch),
    to: standing(other),
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
