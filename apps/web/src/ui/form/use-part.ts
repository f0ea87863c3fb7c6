import type { ClientRoute } from '@archwire/contract/core/client-route.ts'
import type { Input, Output, Route } from '@archwire/contract/core/route.ts'
import { useCall } from '../../lib/query.ts'
import { useRecordForm, type Versioned } from './record-form.tsx'
import { createForm, type FormStore } from './store.ts'

/** Makes the form of a part: what is kept of it is its values, under the id of its record. */
export const formOfPart =
  <V extends object>(rules: Omit<Parameters<typeof createForm<V>>[0], 'initial'>) =>
  (kept: (V & Versioned) | undefined): FormStore<V> => {
    const { id: _, version: __, ...initial } = kept!
    return createForm<V>({ ...rules, initial: initial as unknown as V })
  }

interface Options<R extends Route, T extends Versioned, V extends object> {
  /** What the part is: "practice’s form defaults". */
  what: string
  /** What is kept of it. */
  kept: T
  make: (kept: T | undefined) => FormStore<V>
  route: ClientRoute<R>
  input: (values: V, version: number | undefined) => Input<R>
  keptOf: (answer: Output<R>) => T
  /** A refusal whose fields have other names in the form. */
  refusal?: (error: unknown) => unknown
}

/** A part of a page that is saved without the others: its form, and what `RecordForm` needs. */
export function usePart<R extends Route, T extends Versioned, V extends object>(options: Options<R, T, V>) {
  const { what, kept, make, route, input, keptOf, refusal = (error) => error } = options
  const { saved, refused, version, ...record } = useRecordForm(what, kept, make)
  const save = useCall(route, {
    onSuccess: (answer) => saved(keptOf(answer)),
    onError: (error) => refused(refusal(error)),
  })
  return {
    ...record,
    among: true,
    submit: 'Save',
    busy: save.isPending,
    onSubmit: () => save.mutate(input(record.form.values(), version)),
    onCancel: record.takeTheirs,
  }
}
