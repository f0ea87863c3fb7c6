import { ORTHODONTIC_VIEWS } from './orthodontic-views.ts'
import { toolTable, type ToolRow } from './tool-table.ts'

/** What keys can do; the viewer supplies the actions. */
export type ShortcutDeeds = {
  rotate: (right: number, up: number) => void
  pan: (right: number, down: number) => void
  zoom: (factor: number) => void
  view: (number: number) => void
  fit: () => void
  toggleJaw: (jaw: 'upper' | 'lower') => void
  fullScreen: () => void
  colors: () => void
  help: () => void
  /** The keys that select tools. */
  tools: Record<string, () => void>
}

/** For the help sheet: keys and what they do, in plain language. */
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
  ...Object.values<ToolRow>(toolTable).map(({ key, keys, help }) => [keys ?? key, help] as const),
  ['F', 'Full screen'],
]

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

/** Letters belong to a text that a person types, and to a list that is searched by them. */
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
  const tool = Object.hasOwn(deeds.tools, letter) ? deeds.tools[letter] : undefined
  if (tool) tool()
  else if (letter === 'u') deeds.toggleJaw('upper')
  else if (letter === 'l') deeds.toggleJaw('lower')
  else if (letter === 'f') deeds.fullScreen()
  else if (letter === 'c') deeds.colors()
  else return false
  return true
}
