import { rxFormSections } from '@archwire/contract/rx-forms/fields.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { focusField, isThere } from '../../ui/form/store.ts'
import { useCaseForm, type CaseForm } from './case-form.ts'
import { missingIn, type Missing } from './missing.ts'
import styles from './start-case.module.css'

/** The DOM id of a part of the form. */
export const sectionId = (id: string): string => `section-${id}`

/**
 * What is missing, as the same object while its content is the same: a keystroke that changes nothing renders nothing.
 */
export function useMissing(caseForm: CaseForm): readonly Missing[] {
  const kept = useRef<{ text: string; list: readonly Missing[] }>({ text: '[]', list: [] })
  const { form, scans, photos, archAnswer } = caseForm
  const [subscribe] = useState(() => (listener: () => void) => {
    const stops = [
      form.subscribe(listener),
      scans.subscribe(listener),
      photos.subscribe(listener),
      archAnswer.subscribe(listener),
    ]
    return () => stops.forEach((stop) => stop())
  })
  return useSyncExternalStore(subscribe, () => {
    const list = missingIn(caseForm)
    const text = JSON.stringify(list)
    if (text !== kept.current.text) kept.current = { text, list }
    return kept.current.list
  })
}

interface Props {
  missing: readonly Missing[]
  changed: boolean
}

/** Leads to the field of what is missing. */
function useLead() {
  const { form } = useCaseForm()
  return (field: Missing['field']) => {
    form.visit(field)
    // What is ordered is asked for once it is known how the impression comes.
    focusField(form, isThere(form, field) ? field : 'impression_type')
  }
}

/** How much is missing, in one line; a press leads to the first of it. */
export function MissingCount({ missing: [first, ...others], changed }: Props) {
  const lead = useLead()
  if (!first) return <span className={styles.ready}>{changed ? 'Nothing is missing.' : 'Nothing filled in yet.'}</span>
  return (
    <button type="button" onClick={() => lead(first.field)}>
      {1 + others.length} missing: {first.text}
    </button>
  )
}

/** Shows why the form cannot be submitted; a click leads to the field. */
export function MissingList({ missing, changed }: Props) {
  const lead = useLead()
  if (missing.length === 0)
    return <p className={styles.ready}>{changed ? 'Ready to submit.' : 'Fill in the form to submit a case.'}</p>
  return (
    <div className={styles.missing}>
      <h3>{missing.length === 1 ? 'One thing is missing' : `${missing.length} things are missing`}</h3>
      <ul>
        {missing.map(({ field, text }) => (
          <li key={field}>
            <button type="button" onClick={() => lead(field)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The parts of the form, which of them are complete, and the visible one. */
export function SectionIndex({ missing }: { missing: readonly Missing[] }) {
  const [current, setCurrent] = useState<string>(rxFormSections[0].id)
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting)
        if (seen) setCurrent(seen.target.id.replace('section-', ''))
      },
      { rootMargin: '-70px 0px -70% 0px' },
    )
    for (const { id } of rxFormSections) watch.observe(document.getElementById(sectionId(id))!)
    return () => watch.disconnect()
  }, [])
  return (
    <nav className={styles.index} aria-label="Parts of the form">
      <ol>
        {rxFormSections.map(({ id, title }) => {
          const open = missing.filter(({ section }) => section === id).length
          return (
            <li key={id}>
              <a
                href={`#${sectionId(id)}`}
                aria-current={current === id ? 'step' : undefined}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(sectionId(id))?.scrollIntoView()
                  document.getElementById(sectionId(id))?.focus({ preventScroll: true })
                }}
              >
                {open === 0 ? (
                  <IconCircleCheck size={17} className={styles.done} aria-label="Complete:" />
                ) : (
                  <span className={styles.open} aria-label={`${open} missing:`}>
                    {open}
                  </span>
                )}
                {title}
              </a>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
