import { printingRequestItems } from '@archwire/contract/client/printing-request-items'
import { contentType } from '@archwire/contract/requests/lifecycle.ts'
import type { CustomerRequest, PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { jaws, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { ConfirmCall } from '../../ui/confirm-call.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Toggle } from '../../ui/form/choice-field.tsx'
import { PrintPrice } from './print-price.tsx'
import styles from './requests.module.css'

type Item = PrintingRequest['printing_request_items'][number]

const nameOf = ({ arch, content_type }: Item) => `${labelOf(jaws, arch)}, ${content_type}`

/** Brackets are inserted into trays only; where an item has them all the same they can be left out (`requests/brackets`). */
const takesBrackets = ({ content_type_id, insert_brackets }: Item): boolean =>
  content_type_id === contentType.trays || insert_brackets

/** Why an item cannot be taken out of its print; undefined where it can. */
function whyStays(item: Item, items: readonly Item[]): string | undefined {
  if (item.flawed_tray_id !== null) return 'This item replaces a flawed tray. Change who prints the tray instead.'
  if (items.filter(({ flawed_tray_id }) => flawed_tray_id === null).length > 1) return undefined
  return items.length === 1
    ? 'The last item cannot be deleted. Cancel the request instead.'
    : 'This is the last item of the print besides its corrected trays.'
}

interface Props {
  request: CustomerRequest
  print: PrintingRequest
  onClose: () => void
}

/** What is printed, item by item: brackets are ordered or left out, an item is taken out (`requests/edit-items`). */
export function EditItems({ request, print, onClose }: Props) {
  const [removing, setRemoving] = useState<Item | null>(null)
  const items = print.printing_request_items
  const save = useItemSaves(print)
  return (
    <>
      <Dialog opened title="What is printed" onClose={onClose} actions={<Button onClick={onClose}>Done</Button>}>
        <ul className={styles.editItems} aria-label="Items">
          {items.map((item) => (
            <li key={item.id}>
              <ItemLine
                item={item}
                version={print.version}
                save={save}
                fixed={!request.can.edit_items || !takesBrackets(item)}
              />
              {request.can.delete_items && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Delete ${nameOf(item)}`}
                  disabled={whyStays(item, items) !== undefined}
                  title={whyStays(item, items)}
                  onClick={() => setRemoving(item)}
                >
                  Delete
                </Button>
              )}
            </li>
          ))}
        </ul>
        {print.priced_by && <PrintPrice print={print} by={print.priced_by} />}
      </Dialog>
      {removing && <RemoveItem item={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

/**
 * Saves choices one after another, each on the version that the one before it left: two quick clicks do not overtake each
 * other. Returns the version that was saved.
 */
function useItemSaves(print: PrintingRequest) {
  const { mutateAsync } = useCall(printingRequestItems.update, { announce: 'aloud' })
  const version = useRef(print.version)
  const before = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    version.current = Math.max(version.current, print.version)
  }, [print.version])
  return (item: Item, insert_brackets: boolean): Promise<number> => {
    const saved = before.current.then(async () => {
      const body = { patient_id: print.patient_id, insert_brackets, version: version.current }
      const answer = await mutateAsync({ params: { id: item.id }, body })
      version.current = answer.customer_request.printing_request?.version ?? version.current
      return version.current
    })
    before.current = saved.catch(() => {})
    return saved
  }
}

interface LineProps {
  item: Item
  /** Of the print that is shown. */
  version: number
  save: (item: Item, insert_brackets: boolean) => Promise<number>
  fixed: boolean
}

/** A click; `saved`: the version that has it. */
interface Choice {
  insert_brackets: boolean
  saved: number | null
}

function ItemLine({ item, version, save, fixed }: LineProps) {
  const id = useId()
  const [chosen, setChosen] = useState<Choice | null>(null)
  // The choice is shown from the click until the saved print arrives; when it is refused, the saved value is shown again.
  const isAhead = chosen !== null && (chosen.saved === null || version < chosen.saved)
  const shown = isAhead ? chosen.insert_brackets : item.insert_brackets
  const choose = (insert_brackets: boolean) => {
    const choice = { insert_brackets, saved: null }
    const become = (next: Choice | null) => setChosen((now) => (now === choice ? next : now))
    setChosen(choice)
    save(item, insert_brackets).then(
      (saved) => become({ insert_brackets, saved }),
      () => become(null),
    )
  }
  return (
    <span className={styles.editItem}>
      <strong>{nameOf(item)}</strong>
      {fixed ? (
        <small>{item.insert_brackets ? 'With brackets' : 'Without brackets'}</small>
      ) : (
        <Toggle id={id} label="Insert brackets" value={shown} onChange={choose} />
      )}
    </span>
  )
}

const RemoveItem = ({ item, onClose }: { item: Item; onClose: () => void }) => (
  <ConfirmCall
    title="Are you sure you want to delete this item?"
    confirm="Delete item"
    danger
    route={printingRequestItems.remove}
    input={{ params: { id: item.id } }}
    onClose={onClose}
  >
    <p>{nameOf(item)} is not printed then.</p>
  </ConfirmCall>
)
