import type { PriceChange } from '@archwire/contract/pricing/schema.ts'
import { useState } from 'react'
import { useRecordForm } from '../../ui/form/record-form.tsx'
import { useFormPart } from '../../ui/form/store.ts'
import {
  changesBetween,
  fieldsTyped,
  savedSince,
  type PriceFields,
  type PriceForm,
  type PriceRecord,
} from './price-values.ts'

/**
 * A form of prices: what was typed differs from what the form began with where the prices differ, not their texts, and
 * what is sent was shown in a question before. What someone else saves meanwhile stands beside what was typed.
 */
export function usePriceForm(what: string, record: PriceRecord, make: (record: PriceRecord | undefined) => PriceForm) {
  const { base, saved, refused, giveUp, ...edit } = useRecordForm(what, record, make)
  const begun: PriceFields = base?.fields ?? {}
  const { form, overtaken } = edit
  // As text, which stays the same while a text changes and its price does not.
  const differing = useFormPart(form, () => changesBetween(begun, fieldsTyped(form.values())).length)
  const [asked, setAsked] = useState<PriceChange['changes'] | null>(null)
  return {
    form,
    /** What the form of a record takes. */
    frame: {
      ...edit,
      changed: differing > 0 && !overtaken,
      overtakenBy: 'The prices were changed by someone else. What you typed is kept.',
      long: true,
    },
    theirs: overtaken ? savedSince(begun, record.fields) : undefined,
    version: base?.version ?? 0,
    /** The changes that the person is asked about; null: the question is not open. */
    asked,
    ask: () => setAsked(changesBetween(begun, fieldsTyped(form.values()))),
    close: () => setAsked(null),
    saved,
    refused,
    giveUp,
  }
}
