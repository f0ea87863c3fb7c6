import { ORTHODONTIC_VIEWS } from './orthodontic-views.ts'
import { tellParent } from './parent-messages.ts'
import { toolTable, type ToolRow } from './tool-table.ts'

/** What keys can do; the viewer supplies the actions. */
export type ShortcutActions = {
  rotate: (right: number, up: number) => void
  pan: (right: number, down: number) => void
  zoom: (factor: number) => void
  view: (number: number) => void
  fit: () => void
  toggleJaw: (jaw: 'upper' | 'lower') => void
  fullScreen: () => void
  colors: () => void
  help: () => void
  /** Closes a tool's panel; false where none is open. */
  close: () => boolean
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
  ['Esc', 'Close the panel of a tool'],
]

const TURN = Math.PI / 36
const STEP = 24
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Listens to the keys of the page. Sliders keep their arrow keys, and combinations of the browser stay its own; those of
 * the page around the viewer are passed on to it.
 */
export function addShortcuts(actions: ShortcutActions): void {
  window.addEventListener('keydown', (event) => {
    if (event.altKey || event.defaultPrevented) return
    const key = event.key.toLowerCase()
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'k' || event.shiftKey || window.parent === window) return
      event.preventDefault()
      return tellParent({ type: 'archwire:key', key, withControl: true })
    }
    if (document.querySelector('dialog[open]')) return
    if (isTypedInto(event.target)) return
    const onSlider = event.target instanceof HTMLInputElement
    const arrow = ARROWS[event.key]
    if (arrow && onSlider) return
    if (arrow ? moveByArrow(actions, arrow, event.shiftKey) : pressed(actions, event.key)) event.preventDefault()
    else if ((key === 'j' || key === 'k') && !event.repeat)
      tellParent({ type: 'archwire:key', key, withControl: false })
  })
}

/** Letters belong to a text that a person types, and to a list that is searched by them. */
function isTypedInto(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type === 'text'
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

function moveByArrow(actions: ShortcutActions, [x, y]: readonly [number, number], shift: boolean): boolean {
  if (shift) actions.pan(x * STEP, y * STEP)
  else actions.rotate(x * TURN, y * TURN)
  return true
}

function pressed(actions: ShortcutActions, key: string): boolean {
  if (/^[1-7]$/.test(key)) actions.view(Number(key))
  else if (key === '0') actions.fit()
  else if (key === '+' || key === '=') actions.zoom(0.9)
  else if (key === '-' || key === '_') actions.zoom(1 / 0.9)
  else if (key === '?') actions.help()
  else if (key === 'Escape') return actions.close()
  else return pressedLetter(actions, key.toLowerCase())
  return true
}

function pressedLetter(actions: ShortcutActions, letter: string): boolean {
  const tool = Object.hasOwn(actions.tools, letter) ? actions.tools[letter] : undefined
  if (tool) tool()
  else if (letter === 'u') actions.toggleJaw('upper')
  else if (letter === 'l') actions.toggleJaw('lower')
  else if (letter === 'f') actions.fullScreen()
  else if (letter === 'c') actions.colors()
  else return false
  return true
}
