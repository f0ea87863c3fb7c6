import type { ClientRoute } from '@archwire/contract/core/client-route.ts'
import type { Input, Output, Route } from '@archwire/contract/core/route.ts'
import { useCall } from '../../lib/query.ts'
import { useRecordForm, type Versioned } from '../../ui/form/record-form.tsx'
import { createForm, type FormStore } from '../../ui/form/store.ts'

/** Makes the form of a part: what is kept of it is its values, under the practice's id. */
export const formOfPart =
  <V extends object>(rules: Omit<Parameters<typeof createForm<V>>[0], 'initial'>) =>
  (kept: (V & Versioned) | undefined): FormStore<V> => {
    const { id: _, version: __, ...initial } = kept!
    return createForm<V>({ ...rules, initial: initial as unknown as V })
  }

interface Options<R extends Route, V extends object> {
  /** What the part is: "practice’s form defaults". */
  what: string
  kept: V & Versioned
  make: (kept: (V & Versioned) | undefined) => FormStore<V>
  route: ClientRoute<R>
  input: (values: V, version: number | undefined) => Input<R>
  keptOf: (answer: Output<R>) => V & Versioned
}

/** A part of a practice's defaults, which is saved without the others: its form, and what `RecordForm` needs. */
export function usePart<R extends Route, V extends object>(options: Options<R, V>) {
  const { what, kept, make, route, input, keptOf } = options
  const { saved, refused, version, ...record } = useRecordForm(what, kept, make)
  const save = useCall(route, { onSuccess: (answer) => saved(keptOf(answer)), onError: refused })
  return {
    ...record,
    among: true,
    submit: 'Save',
    busy: save.isPending,
    onSubmit: () => save.mutate(input(record.form.values(), version)),
    onCancel: record.takeTheirs,
  }
}
