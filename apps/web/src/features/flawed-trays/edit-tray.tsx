import { flawedTrays } from '@archwire/contract/client/flawed-trays'
import type { FlawedTray } from '@archwire/contract/flawed-trays/schema.ts'
import { assignments } from '@archwire/contract/rx-forms/options.ts'
import { useId, useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { Select } from '../../ui/form/select-field.tsx'
import { causeOptions } from './words.ts'

interface Props {
  tray: FlawedTray
  /** Its arch. */
  name: string
}

type Edit = Partial<Pick<FlawedTray, 'print' | 'cause'>>

/**
 * Saves a choice at once. It is shown from then until the saved tray arrives; when it is refused, the saved value is shown
 * again.
 */
function useEdit(tray: FlawedTray) {
  const [chosen, setChosen] = useState<(Edit & { version: number }) | null>(null)
  const save = useCall(flawedTrays.update, { onError: () => setChosen(null) })
  const shown = chosen?.version === tray.version ? { ...tray, ...chosen } : tray
  const change = (edit: Edit) => {
    const { id, version } = tray
    setChosen({ ...edit, version })
    const { print, cause } = { ...shown, ...edit }
    save.mutate({ params: { id }, body: { print: print as 1 | 2 | 3, cause, version } })
  }
  return { shown, change }
}

/** Who prints the corrected tray (`corrections/print`). */
export function PrintSelect({ tray, name }: Props) {
  const id = useId()
  const { shown, change } = useEdit(tray)
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        Who prints the {name.toLowerCase()} tray
      </label>
      <Select
        id={id}
        options={assignments}
        value={shown.print as 1 | 2 | 3}
        required
        onChange={(print) => print !== null && change({ print })}
      />
    </>
  )
}

/** Why the tray is flawed, as the lab found (`corrections/cause`). */
export function CauseSelect({ tray, name }: Props) {
  const id = useId()
  const { shown, change } = useEdit(tray)
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        Cause of the {name.toLowerCase()} tray
      </label>
      <Select
        id={id}
        options={causeOptions}
        value={shown.cause}
        placeholder="Not stated"
        onChange={(cause) => change({ cause })}
      />
    </>
  )
}
