import { flawedTrays } from '@archwire/contract/client/flawed-trays'
import type { FlawedTray } from '@archwire/contract/requests/flawed-tray.ts'
import { useEffect, useRef, useState } from 'react'
import { assigneesOf } from '../case/assignees.ts'
import { useCall } from '../../lib/query.ts'
import { SelectWithHiddenLabel } from '../../ui/form/select-field.tsx'
import { causeOptions } from './words.ts'

type Values = Pick<FlawedTray, 'cause'> & { print: 1 | 2 | 3 }

/** What was chosen; `saved`: the version of the tray that has it. */
interface Choice {
  values: Values
  saved: number | null
}

export interface TrayEdit {
  /** As it is shown: chosen, or as saved. */
  values: Values
  change: (edit: Partial<Values>) => void
}

/**
 * Saves choices one after another, each on the version that the one before it left. A choice is shown until the saved tray
 * arrives; when it is refused, the saved value is shown again.
 */
export function useTrayEdit(tray: FlawedTray): TrayEdit {
  const { id, print, cause } = tray
  const { mutateAsync } = useCall(flawedTrays.update, { announce: 'aloud' })
  const version = useRef(tray.version)
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const [choice, setChoice] = useState<Choice | null>(null)
  useEffect(() => {
    version.current = Math.max(version.current, tray.version)
  }, [tray.version])
  const isAhead = choice !== null && (choice.saved === null || tray.version < choice.saved)
  const values = isAhead ? choice.values : { print: print as Values['print'], cause }
  const change = (edit: Partial<Values>) => {
    const chosen = { values: { ...values, ...edit }, saved: null }
    const become = (next: Choice | null) => setChoice((now) => (now === chosen ? next : now))
    setChoice(chosen)
    const saved = before.current.then(async () => {
      const answer = await mutateAsync({ params: { id }, body: { ...chosen.values, version: version.current } })
      version.current = answer.flawed_tray.version
      return version.current
    })
    before.current = saved.catch(() => {})
    saved.then(
      (at) => become({ ...chosen, saved: at }),
      () => become(null),
    )
  }
  return { values, change }
}

interface Props {
  edit: TrayEdit
  /** The arch of the tray. */
  name: string
}

/** Who prints the corrected tray (`corrections/print`). */
export const PrintSelect = ({ edit, name, partner }: Props & { partner: string | null }) => (
  <SelectWithHiddenLabel
    label={`Who prints the ${name.toLowerCase()} tray`}
    options={assigneesOf(partner, edit.values.print)}
    value={edit.values.print}
    required
    onChange={(print) => print !== null && edit.change({ print })}
  />
)

/** Why the tray is flawed, as the lab found (`corrections/cause`). */
export const CauseSelect = ({ edit, name }: Props) => (
  <SelectWithHiddenLabel
    label={`Cause of the ${name.toLowerCase()} tray`}
    options={causeOptions}
    value={edit.values.cause}
    placeholder="Not stated"
    onChange={(cause) => edit.change({ cause })}
  />
)
