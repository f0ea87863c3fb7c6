import type { MeasureKind } from '@archwire/contract/measurements/kinds.ts'
import { ORTHODONTIC_VIEWS } from './orthodontic-views.ts'

/** What keys can do; the viewer gives the deeds. */
export type ShortcutDeeds = {
  rotate: (right: number, up: number) => void
  pan: (right: number, down: number) => void
  zoom: (factor: number) => void
  view: (number: number) => void
  fit: () => void
  toggleJaw: (jaw: 'upper' | 'lower') => void
  fullScreen: () => void
  screenshot: () => void
  measure: (kind: MeasureKind) => void
  pin: () => void
  section: () => void
  compare: () => void
  contacts: () => void
  colours: () => void
  help: () => void
}

/** For the help sheet: keys and what they do, in people's words. */
export const SHORTCUT_HELP: ReadonlyArray<readonly [keys: string, does: string]> = [
  ['Drag', 'Rotate'],
  ['Right drag or Shift drag', 'Move'],
  ['Wheel or pinch', 'Zoom'],
  ['Arrow keys', 'Rotate'],
  ['Shift + arrow keys', 'Move'],
  ['+  −', 'Zoom'],
  ['1 – 7', ORTHODONTIC_VIEWS.map((view) => view.label).join(', ')],
  ['0', 'Fit'],
  ['U  L', 'Show or hide upper, lower'],
  ['C', 'Show the colors of the scan, or stone'],
  ['M  A  W  T', 'Measure a distance, an angle, an arch width, a tooth; Enter sets a point in the middle'],
  ['P', 'Pin a comment; Enter pins it in the middle, Ctrl + Enter saves'],
  ['X', 'Cut the model open, with the outline of the cut'],
  ['D', 'Compare with another version: differences as colors'],
  ['O', 'Occlusal contacts as colors'],
  ['S', 'Screenshot'],
  ['F', 'Full screen'],
]

const MEASURES: Record<string, MeasureKind> = { m: 'distance', a: 'angle', w: 'arch_width', t: 'tooth_size' }
const TURN = Math.PI / 36
const STEP = 24
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Listens to the keys of the page. Sliders keep their arrow keys, and combinations of the browser stay its own. */
export function addShortcuts(deeds: ShortcutDeeds): void {
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (document.querySelector('dialog[open]')) return
    if (isTypedInto(event.target)) return
    const onSlider = event.target instanceof HTMLInputElement
    const arrow = ARROWS[event.key]
    if (arrow && onSlider) return
    if (arrow ? moveByArrow(deeds, arrow, event.shiftKey) : pressed(deeds, event.key)) event.preventDefault()
  })
}

/** Letters belong to a text that somebody writes, and to a list that is searched by them. */
function isTypedInto(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type === 'text'
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

function moveByArrow(deeds: ShortcutDeeds, [x, y]: readonly [number, number], shift: boolean): boolean {
  if (shift) deeds.pan(x * STEP, y * STEP)
  else deeds.rotate(x * TURN, y * TURN)
  return true
}

function pressed(deeds: ShortcutDeeds, key: string): boolean {
  if (/^[1-7]$/.test(key)) deeds.view(Number(key))
  else if (key === '0') deeds.fit()
  else if (key === '+' || key === '=') deeds.zoom(0.9)
  else if (key === '-' || key === '_') deeds.zoom(1 / 0.9)
  else if (key === '?') deeds.help()
  else return pressedLetter(deeds, key.toLowerCase())
  return true
}

function pressedLetter(deeds: ShortcutDeeds, letter: string): boolean {
  const kind = MEASURES[letter]
  if (kind) deeds.measure(kind)
  else if (letter === 'u') deeds.toggleJaw('upper')
  else if (letter === 'l') deeds.toggleJaw('lower')
  else if (letter === 'f') deeds.fullScreen()
  else if (letter === 's') deeds.screenshot()
  else if (letter === 'p') deeds.pin()
  else if (letter === 'x') deeds.section()
  else if (letter === 'd') deeds.compare()
  else if (letter === 'o') deeds.contacts()
  else if (letter === 'c') deeds.colours()
  else return false
  return true
}
