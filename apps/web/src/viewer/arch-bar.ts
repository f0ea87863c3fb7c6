import { archLabels } from '@archwire/contract/rx-forms/arches.ts'
import { element } from './element.ts'
import { icon } from './icons.ts'
import { BiteSignButton } from './placement/bite-sign.ts'
import type { SceneFile } from './scene.ts'

/** A scan in the bar: shown or not, its opacity, and its loading progress. */
export type ArchRow = {
  root: HTMLElement
  setShown: (shown: boolean) => void
  /** 0–1 while it loads, null when it has loaded. */
  setProgress: (share: number | null) => void
  setFailed: (message: string) => void
  /** What to know about how it lies. */
  setDoubts: (sentences: readonly string[]) => void
}

export type ArchActions = {
  toggle: (file: SceneFile) => void
  setOpacity: (file: SceneFile, opacity: number) => void
  opacityOf: (file: SceneFile) => number
  toggleColors: () => void
}

/** The scans of a scene, one row each. */
export class ArchBar {
  readonly root = element('div', { class: 'bar arches', role: 'group', 'aria-label': 'Arches', hidden: true })
  /** Whether the arches are in their bite. */
  readonly sign = new BiteSignButton()
  private readonly rows = new Map<number, ArchRow>()
  private readonly colors = element(
    'button',
    { type: 'button', class: 'colors', 'aria-keyshortcuts': 'C', title: 'Scan colors or stone (C)', hidden: true },
    icon('palette'),
    element('span', {}, 'Scan colors'),
  )
  private toggleColors: () => void = () => undefined

  constructor() {
    this.colors.addEventListener('click', () => this.toggleColors())
  }

  /** Builds the rows of a scene, upper arches first. */
  show(files: readonly SceneFile[], actions: ArchActions): void {
    this.rows.clear()
    const ordered = [...files].sort((a, b) => a.jaws_id - b.jaws_id || b.id - a.id)
    for (const file of ordered) this.rows.set(file.id, archRow(file, archName(file, files), actions))
    this.toggleColors = actions.toggleColors
    this.sign.show(null, null, false)
    this.root.replaceChildren(...[...this.rows.values()].map((row) => row.root), this.sign.root, this.colors)
    this.root.hidden = files.length === 0
  }

  /** Whether scans are shown in their own colors; null removes the choice: none of them has any. */
  setColors(shown: boolean | null): void {
    this.colors.hidden = shown === null
    this.colors.setAttribute('aria-pressed', String(shown === true))
  }

  row(file: SceneFile): ArchRow | undefined {
    return this.rows.get(file.id)
  }
}

/** The common name of an arch; the file's own name where a scene has several of one jaw. */
function archName(file: SceneFile, files: readonly SceneFile[]): string {
  const alone = files.filter((other) => other.jaws_id === file.jaws_id).length === 1
  const label = archLabels[file.jaws_id]!
  return alone ? label : `${label}: ${file.name}`
}

/** One arch with its eye and its opacity slider. */
function archRow(file: SceneFile, name: string, actions: ArchActions): ArchRow {
  let doubts: HTMLElement[] = []
  const percent = Math.round(actions.opacityOf(file) * 100)
  const eye = element(
    'button',
    { type: 'button', class: 'eye', 'aria-pressed': 'true', 'aria-label': `Show ${name}` },
    icon('eye'),
  )
  const words = element('span', { class: 'name', title: file.name }, name)
  eye.append(words)
  const slider = element('input', {
    type: 'range',
    min: 10,
    max: 100,
    value: percent,
    step: 5,
    'aria-label': `${name} opacity`,
    'aria-valuetext': `${percent} %`,
  })
  const progress = element('progress', { max: 1, 'aria-label': `Loading ${name}` })
  const root = element('div', { class: 'arch loading' }, eye, slider, progress)
  if (file.flagged) root.append(warning(file.message ?? 'The check of this scan has findings.'))
  eye.addEventListener('click', () => actions.toggle(file))
  slider.addEventListener('input', () => {
    slider.setAttribute('aria-valuetext', `${slider.value} %`)
    actions.setOpacity(file, slider.valueAsNumber / 100)
  })
  return {
    root,
    setShown: (shown) => {
      eye.setAttribute('aria-pressed', String(shown))
      eye.querySelector('.icon')?.replaceWith(icon(shown ? 'eye' : 'eye-off'))
      root.classList.toggle('off', !shown)
    },
    setProgress: (share) => {
      root.classList.toggle('loading', share !== null)
      if (share === null) return
      // Without a known length the bar only shows activity.
      if (share > 0) progress.value = share
    },
    setFailed: (message) => {
      root.classList.remove('loading')
      root.classList.add('failed')
      root.append(warning(message))
    },
    setDoubts: (sentences) => {
      const found = sentences.map(warning)
      for (const old of doubts) old.remove()
      doubts = found
      root.append(...found)
    },
  }
}

function warning(message: string): HTMLElement {
  return element(
    'span',
    { class: 'warning', role: 'img', 'aria-label': message, tabindex: 0 },
    icon('warning'),
    element('span', { class: 'tip' }, message),
  )
}
