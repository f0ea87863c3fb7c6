import { archWords } from '@archwire/contract/rx-forms/arches.ts'
import { jaws, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { Button } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { fieldId } from '../../ui/form/store.ts'
import { Note } from '../../ui/states.tsx'
import { archQuestion, archWarning, readQuestion } from './arch-question.ts'
import { useCaseForm, type CaseForm } from './case-form.ts'

/** What is asked about the arches now; null when nothing is. */
function useArchQuestion(caseForm: CaseForm): string | null {
  const { form, scans, archAnswer } = caseForm
  const [subscribe] = useState(() => (listener: () => void) => {
    const stops = [form.subscribe(listener), scans.subscribe(listener), archAnswer.subscribe(listener)]
    return () => stops.forEach((stop) => stop())
  })
  return useSyncExternalStore(subscribe, () => archQuestion(caseForm))
}

/** Asks what to do about an ordered arch that no scan shows; each answer is one press (`rx-form/arches`). */
export function ArchNote() {
  const caseForm = useCaseForm()
  const { form, archAnswer } = caseForm
  const question = useArchQuestion(caseForm)
  if (question === null) return null
  const { ordered, missing, shown } = readQuestion(question)
  const addScan = () =>
    document.getElementById(fieldId(form, 'stl_files'))?.querySelector<HTMLInputElement>('input[type=file]')?.click()
  return (
    <Note tone="warning">
      <span>{archWarning(question)}.</span>
      <Button size="compact-sm" variant="default" onClick={() => form.set('jaws_id', shown)}>
        {labelOf(jaws, shown)} {ordered === 3 ? 'only' : 'instead'}
      </Button>
      <Button size="compact-sm" variant="default" onClick={addScan}>
        Add the {archWords[missing]} scan
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => archAnswer.set(question)}>
        Continue without it
      </Button>
    </Note>
  )
}
