import { element } from './element.ts'
import { viewIcon } from './icons.ts'
import type { OrthodonticView } from './orthodontic-views.ts'
import { toolButton } from './tool-button.ts'

export type ViewBar = {
  root: HTMLElement
  /** Marks the current view, if any. */
  mark: (view: OrthodonticView | null) => void
  /** Views that make no sense for the loaded scans: an occlusal view without its arch. */
  allow: (allowed: (view: OrthodonticView) => boolean) => void
}

/** Orthodontic views as a row of small arches. */
export function viewBar(views: readonly OrthodonticView[], show: (view: OrthodonticView) => void): ViewBar {
  const buttons = new Map(
    views.map((view) => {
      const act = () => {
        if (button.getAttribute('aria-disabled') !== 'true') show(view)
      }
      const button = toolButton({ label: view.label, key: view.key, icon: viewIcon(view.name), act })
      button.append(element('span', { class: 'word', 'aria-hidden': 'true' }, view.short))
      button.setAttribute('aria-pressed', 'false')
      return [view, button] as const
    }),
  )
  const root = element('div', { class: 'bar views', role: 'group', 'aria-label': 'Views' }, ...buttons.values())
  return {
    root,
    mark: (shown) => buttons.forEach((button, view) => button.setAttribute('aria-pressed', String(view === shown))),
    allow: (allowed) => buttons.forEach((button, view) => button.setAttribute('aria-disabled', String(!allowed(view)))),
  }
}
