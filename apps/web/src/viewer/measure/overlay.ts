import type { MeasureKind } from '@archwire/contract/measurements/kinds.ts'
import { element, svg } from '../element.ts'
import type { Point, Stage } from '../stage.ts'
import { placeLabels, type Label } from './label-places.ts'

/** A line on the picture: points of the stage, fewer than its kind needs while it is being taken, and its figure. */
export type Line = { kind: MeasureKind; points: readonly Point[]; words: string | null; saved: boolean }

const LABEL_ROOM = 16

/** Lines, points and figures over the picture, at the current screen positions of the model's points. */
export class Overlay {
  readonly root = element('div', { class: 'overlay', 'aria-hidden': 'true' })
  private readonly drawing = svg('svg', {})
  private readonly stage: Stage

  constructor(stage: Stage) {
    this.stage = stage
    this.root.append(this.drawing)
  }

  draw(lines: readonly Line[]): void {
    const figures: { words: string; saved: boolean; place: Label }[] = []
    const shapes: SVGElement[] = []
    for (const { kind, points, words, saved } of lines) {
      const seen = points.map((point) => this.stage.project(point))
      const path = seen.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
      const group = svg('g', { class: saved ? 'saved' : '' })
      if (seen.length > 1) group.append(svg('path', { d: path, class: 'under' }), svg('path', { d: path }))
      for (const { x, y } of seen) group.append(svg('circle', { cx: x, cy: y, r: 4 }))
      shapes.push(group)
      const at = kind === 'angle' ? seen[1] : middleOf(seen)
      if (words !== null && at) figures.push({ words, saved, place: roomOf(words, at) })
    }
    const heights = placeLabels(figures.map(({ place }) => place))
    const labels = figures.flatMap(({ words, saved, place }, at) => {
      const y = heights[at] ?? null
      if (y === null) return []
      const label = element('span', { class: saved ? 'figure saved' : 'figure' }, words)
      label.style.transform = `translate(${place.x}px, ${y}px) translate(-50%, -50%)`
      return [label]
    })
    this.drawing.replaceChildren(...shapes)
    this.root.replaceChildren(this.drawing, ...labels)
  }
}

/** The approximate size of a figure (overlay.css): measuring each of them on every picture would cost too much. */
const roomOf = (words: string, { x, y }: { x: number; y: number }): Label => ({
  x,
  y: y - LABEL_ROOM,
  width: words.length * 7 + 12,
  height: 20,
})

const middleOf = ([a, b]: readonly { x: number; y: number }[]) => a && b && { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
