import { element, svg } from '../element.ts'

/** An outline on the sheet, in millimeters to the right and up. */
export type SheetOutline = {
  jaw: 'upper' | 'lower' | 'both'
  points: readonly (readonly [number, number])[]
  closed: boolean
}

/** The color of each jaw's outline, on the sheet and on the model. */
export const outlineColors: Record<SheetOutline['jaw'], number> = { upper: 0xe0812b, lower: 0x3d8bd9, both: 0xe0812b }

type Place = readonly [number, number]

/** The margin around the outlines and the least width and height of a sheet, in millimeters. */
const MARGIN = 2
const LEAST = 10
/** What an arrow key moves the cursor by; with Shift ten times as far. */
const STEP = 0.1

/**
 * The outlines of a cut as a drawing to scale, with a grid of 1 and 5 mm. Two clicks on it measure; by keyboard the arrow
 * keys move a cursor and Enter sets a point.
 */
export class OutlineSheet {
  readonly root = element('div', { class: 'sheet' })
  private readonly drawing = svg('svg', {
    tabindex: 0,
    role: 'application',
    'aria-label': 'Outline of the cut. Arrow keys move the cursor, Enter sets a point to measure.',
  })
  private readonly figure = element('output', { class: 'sheet-figure' })
  private outlines: readonly SheetOutline[] = []
  private points: Place[] = []
  private cursor: Place = [0, 0]
  private box = { x: 0, y: 0, width: LEAST, height: LEAST }

  constructor() {
    this.root.append(this.drawing, this.figure)
    this.drawing.addEventListener('click', (event) => this.set(this.placeAt(event)))
    this.drawing.addEventListener('keydown', (event) => this.key(event))
    for (const change of ['focus', 'blur']) this.drawing.addEventListener(change, () => this.draw())
  }

  /** Replaces the outlines, and drops the measurement: it belonged to another cut. */
  show(outlines: readonly SheetOutline[]): void {
    this.outlines = outlines
    this.points = []
    this.box = boxOf(outlines)
    this.cursor = [this.box.x + this.box.width / 2, -(this.box.y + this.box.height / 2)]
    this.draw()
  }

  private set(place: Place): void {
    this.points = this.points.length === 2 ? [place] : [...this.points, place]
    this.draw()
  }

  private key(event: KeyboardEvent): void {
    const step = event.shiftKey ? STEP * 10 : STEP
    const moves: Record<string, Place> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    }
    const move = moves[event.key]
    if (move) {
      this.cursor = [this.cursor[0] + move[0], this.cursor[1] + move[1]]
      this.draw()
    } else if (event.key === 'Enter') this.set(this.cursor)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  private placeAt({ clientX, clientY }: MouseEvent): Place {
    const { left, top, width, height } = this.drawing.getBoundingClientRect()
    const { box } = this
    const scale = Math.max(box.width / width, box.height / height)
    return [
      box.x + box.width / 2 + (clientX - left - width / 2) * scale,
      -(box.y + box.height / 2 + (clientY - top - height / 2) * scale),
    ]
  }

  private draw(): void {
    const { box, points } = this
    const shapes = [...grid(widened(box)), ...this.outlines.map(pathOf)]
    const size = Math.max(box.width, box.height)
    const dot = ([x, y]: Place, name: string) => svg('circle', { cx: x, cy: -y, r: size / 90, class: name })
    const [from, to] = points
    if (from && to) shapes.push(svg('path', { d: `M${from[0]} ${-from[1]}L${to[0]} ${-to[1]}`, class: 'ruler' }))
    shapes.push(...points.map((place) => dot(place, 'point')))
    if (this.drawing.matches(':focus-visible')) shapes.push(dot(this.cursor, 'cursor'))
    this.drawing.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`)
    this.drawing.replaceChildren(...shapes)
    this.figure.textContent =
      from && to
        ? `${Math.hypot(to[0] - from[0], to[1] - from[1]).toFixed(2)} mm`
        : from
          ? 'Click the second point.'
          : 'Click two points to measure. Squares are 1 mm.'
  }
}

/** The bounding box of the outlines as an SVG view box, whose y grows downward. */
function boxOf(outlines: readonly SheetOutline[]) {
  const places = outlines.flatMap(({ points }) => points)
  if (places.length === 0) return { x: -LEAST / 2, y: -LEAST / 2, width: LEAST, height: LEAST }
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of places) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    low = Math.min(low, y)
    high = Math.max(high, y)
  }
  const [width, height] = [Math.max(LEAST, right - left + 2 * MARGIN), Math.max(LEAST, high - low + 2 * MARGIN)]
  return { x: (left + right - width) / 2, y: -(low + high + height) / 2, width, height }
}

function pathOf({ jaw, points, closed }: SheetOutline): SVGElement {
  const way = points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(3)} ${(-y).toFixed(3)}`).join('')
  return svg('path', {
    d: closed ? `${way}Z` : way,
    class: `outline ${jaw}`,
    stroke: `#${outlineColors[jaw].toString(16)}`,
  })
}

/** The box and its surroundings: an element of other proportions shows more than the view box, and the grid covers that too. */
function widened({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const room = Math.max(width, height)
  return { x: x - room, y: y - room, width: width + 2 * room, height: height + 2 * room }
}

function grid({ x, y, width, height }: { x: number; y: number; width: number; height: number }): SVGElement[] {
  const lines: Record<'fine' | 'strong', string> = { fine: '', strong: '' }
  for (let at = Math.ceil(x); at <= x + width; at++) lines[at % 5 === 0 ? 'strong' : 'fine'] += `M${at} ${y}v${height}`
  for (let at = Math.ceil(y); at <= y + height; at++) lines[at % 5 === 0 ? 'strong' : 'fine'] += `M${x} ${at}h${width}`
  return [svg('path', { d: lines.fine, class: 'grid' }), svg('path', { d: lines.strong, class: 'grid strong' })]
}
