import { element } from './element.ts'

/** What a button does, its key if it has one, and its drawing. */
export type Tool = { label: string; key?: string; icon: Node; act: () => void }

/** A real button with a drawing; its label and key show on hover and on focus. */
export function toolButton({ label, key, icon, act }: Tool): HTMLButtonElement {
  const words = element('span', { class: 'tip', 'aria-hidden': 'true' }, label)
  if (key) words.append(element('kbd', {}, key))
  const button = element(
    'button',
    { type: 'button', class: 'tool', 'aria-label': label, 'aria-keyshortcuts': key ?? null },
    icon,
    words,
  )
  button.addEventListener('click', act)
  return button
}
