import { maxPinText } from '@archwire/contract/pins/limits.ts'
import { messageOf } from '../../lib/api.ts'
import { element } from '../element.ts'

/** What the form is for, its initial text, and what happens to the text; `save` throws messages for people. */
export type PinDraft = {
  title: string
  text: string
  /** The saved version: none for a new comment. */
  saved: string
  save: (text: string) => Promise<void>
  /** Another letter. */
  typed: () => void
  closed: () => void
}

export interface PinForm {
  root: HTMLFormElement
  words: () => string
  /** There is unsaved text. */
  isChanged: () => boolean
  /** It is being saved: the response belongs to this form. */
  isSaving: () => boolean
  focus: () => void
}

let formCount = 0

/** The small form over the picture: the text of a comment. Ctrl or ⌘ with Enter saves, Escape cancels. */
export function pinForm({ title, text, saved, save, typed, closed }: PinDraft): PinForm {
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
    element('div', { class: 'actions' }, cancel, submit),
  )
  const say = (problem: string) => {
    trouble.textContent = problem
    trouble.hidden = problem === ''
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (submit.disabled) return
    if (words.value.trim() === '') return say('Enter a comment.')
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
  words.addEventListener('input', typed)
  form.addEventListener('keydown', (event) => {
    // Typed letters are not shortcuts of the viewer.
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
