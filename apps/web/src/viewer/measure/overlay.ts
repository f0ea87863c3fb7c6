import { element, svg } from '../element.ts'
import type { Stage } from '../stage.ts'
import { valueOf, type MeasureKind, type Point } from './measures.ts'

/** A measurement; `points` are fewer than its kind needs while it is being taken. */
export type Measure = { kind: MeasureKind; points: readonly Point[] }

const LABEL_ROOM = 16

/** Lines, points and figures over the picture, where the model's points are seen at the moment. */
export class Overlay {
  readonly root = element('div', { class: 'overlay', 'aria-hidden': 'true' })
  private readonly drawing = svg('svg', {})
  private readonly stage: Stage

  constructor(stage: Stage) {
    this.stage = stage
    this.root.append(this.drawing)
  }

  draw(measures: readonly Measure[]): void {
    const labels: HTMLElement[] = []
    const shapes: SVGElement[] = []
    for (const { kind, points } of measures) {
      const seen = points.map((point) => this.stage.project(point))
      const path = seen.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
      if (seen.length > 1) shapes.push(svg('path', { d: path, class: 'under' }), svg('path', { d: path }))
      for (const { x, y } of seen) shapes.push(svg('circle', { cx: x, cy: y, r: 4 }))
      const words = valueOf(kind, points)
      const place = kind === 'distance' ? middleOf(seen) : seen[1]
      if (words !== '' && words !== '–' && place) {
        const label = element('span', { class: 'figure' }, words)
        label.style.transform = `translate(${place.x}px, ${place.y - LABEL_ROOM}px) translate(-50%, -50%)`
        labels.push(label)
      }
    }
    this.drawing.replaceChildren(...shapes)
    this.root.replaceChildren(this.drawing, ...labels)
  }
}

const middleOf = ([a, b]: readonly { x: number; y: number }[]) => a && b && { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
