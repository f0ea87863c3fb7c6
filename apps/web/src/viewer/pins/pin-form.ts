import { maxPinText } from '@archwire/contract/pins/limits.ts'
import { messageOf } from '../../lib/api.ts'
import { element } from '../element.ts'
import { markUnsaved } from '../unsaved.ts'

/** What the form is for, what it starts with, and what becomes of the words; `save` throws words for people. */
export type PinDraft = {
  title: string
  text: string
  /** What of it is saved: nothing of a new comment. */
  saved: string
  save: (text: string) => Promise<void>
  closed: () => void
}

export interface PinForm {
  root: HTMLFormElement
  words: () => string
  /** There are words that nobody has saved. */
  isChanged: () => boolean
  /** They are on their way: what comes back belongs to this form. */
  isSaving: () => boolean
  focus: () => void
}

let formCount = 0

/** The small form over the picture: words of a comment. Ctrl or ⌘ with Enter saves, Escape gives up. */
export function pinForm({ title, text, saved, save, closed }: PinDraft): PinForm {
  formCount += 1
  const words = element('textarea', { id: `pin-words-${formCount}`, rows: 3, maxlength: maxPinText, required: true })
  words.value = text
  const cancel = element('button', { type: 'button', class: 'plain' }, 'Cancel')
  const submit = element('button', { type: 'submit', class: 'primary' }, 'Save')
  const trouble = element('p', { class: 'trouble', role: 'alert', hidden: true })
  const form = element(
    'form',
    { class: 'pin-form', 'aria-label': title },
    element('label', { for: words.id }, title),
    words,
    trouble,
    element('div', { class: 'deeds' }, cancel, submit),
  )
  const say = (problem: string) => {
    trouble.textContent = problem
    trouble.hidden = problem === ''
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (submit.disabled) return
    if (words.value.trim() === '') return say('Write what you want to say.')
    say('')
    submit.disabled = true
    save(words.value.trim()).then(closed, (error: unknown) => {
      submit.disabled = false
      say(messageOf(error))
      words.focus()
    })
  })
  form.noValidate = true
  const isChanged = () => words.value.trim() !== saved
  const mark = () => markUnsaved('comment', isChanged())
  words.addEventListener('input', mark)
  mark()
  form.addEventListener('keydown', (event) => {
    // The letters of the words are no keys of the viewer.
    event.stopPropagation()
    if (event.key === 'Escape') closed()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  })
  cancel.addEventListener('click', closed)
  return {
    root: form,
    words: () => words.value,
    isChanged,
    isSaving: () => submit.disabled,
    focus: () => words.focus(),
  }
}
