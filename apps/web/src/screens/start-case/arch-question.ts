import { archesOf, archWords, missingArch, type OneArch } from '@archwire/contract/rx-forms/arches.ts'
import { visibleFields } from '@archwire/contract/rx-forms/rules.ts'
import { failedIn } from '../../features/files/index.ts'
import type { CaseForm } from './case-form.ts'

/** The question about the arches that a person answered with continuing as it is. Kept outside React, as the form. */
export interface ArchAnswer {
  get: () => string | null
  set: (question: string) => void
  subscribe: (listener: () => void) => () => void
}

/** Makes the answer of a form; `kept`: what its draft says of it. */
export function makeArchAnswer(kept?: unknown): ArchAnswer {
  let answer = typeof kept === 'string' ? kept : null
  const listeners = new Set<() => void>()
  return {
    get: () => answer,
    set: (question) => {
      answer = question
      listeners.forEach((listener) => listener())
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * The question about an ordered arch that no scan shows, until it is answered: the ordered jaws, then the missing arch
 * (`32`: both are ordered, the lower is missing). Null when nothing is to be asked (`rx-form/arches`).
 */
export function archQuestion({ form, context, scans, archAnswer }: CaseForm): string | null {
  const values = form.values()
  if (!visibleFields(values, context).stl_files) return null
  const arches = scans.list().flatMap(({ arch }) => (arch === 'bite' ? [] : [arch]))
  // Which arch a scan shows, and what becomes of one that was not uploaded, is asked first.
  if (arches.includes(null) || failedIn(scans).length > 0) return null
  const missing = missingArch(values.jaws_id, arches)
  const question = missing && `${values.jaws_id}${missing}`
  return question === archAnswer.get() ? null : question
}

/** A question as its parts: what is ordered, which arch is missing, and which the scans show. */
export function readQuestion(question: string): { ordered: number; missing: OneArch; shown: OneArch } {
  const missing = Number(question[1]) as OneArch
  return { ordered: Number(question[0]), missing, shown: archesOf(3).find((arch) => arch !== missing)! }
}

/** What is asked about the arches, in words. */
export function archWarning(question: string): string {
  const { ordered, missing, shown } = readQuestion(question)
  const what = ordered === 3 ? 'both jaws are ordered' : `the ${archWords[missing]} arch is ordered`
  return `Only a ${archWords[shown]} scan; ${what}`
}
