import { element } from './element.ts'

export type Notice = {
  root: HTMLElement
  /** Something is in progress. */
  busy: (words: string) => void
  /** Something went wrong; the button, if any, retries. */
  trouble: (title: string, words: string, action: { label: string; act: () => void } | null) => void
  clear: () => void
}

/** The message in the middle of an empty stage: loading, or what happened and what to do. */
export function notice(): Notice {
  const root = element('div', { class: 'notice', role: 'status' })
  return {
    root,
    busy: (words) =>
      root.replaceChildren(element('div', { class: 'spinner', 'aria-hidden': 'true' }), element('p', {}, words)),
    trouble: (title, words, action) => {
      root.replaceChildren(element('h1', {}, title), element('p', {}, words))
      if (!action) return
      const button = element('button', { type: 'button', class: 'primary' }, action.label)
      button.addEventListener('click', action.act)
      root.append(button)
    },
    clear: () => root.replaceChildren(),
  }
}
