import { element } from './element.ts'
import { icon } from './icons.ts'
import { SHORTCUT_HELP } from './shortcuts.ts'

/** The list of shortcuts as a dialog. */
export function helpSheet(): HTMLDialogElement {
  const rows = SHORTCUT_HELP.flatMap(([keys, does]) => [element('dt', {}, keys), element('dd', {}, does)])
  const close = element('button', { type: 'button', class: 'tool', 'aria-label': 'Close' }, icon('close'))
  const title = element('h2', { id: 'help-title' }, 'Moving the model')
  const dialog = element(
    'dialog',
    { class: 'help', 'aria-labelledby': 'help-title' },
    element('header', {}, title, close),
    element('dl', {}, ...rows),
  )
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  return dialog
}
