import { printingRequestItems } from '@archwire/contract/client/printing-request-items'
import type { CustomerRequest, PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { jaws, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { Toggle } from '../../ui/form/choice-field.tsx'
import styles from './requests.module.css'

type Item = PrintingRequest['printing_request_items'][number]

const nameOf = ({ arch, content_type }: Item) => `${labelOf(jaws, arch)}, ${content_type}`

interface Props {
  request: CustomerRequest
  print: PrintingRequest
  onClose: () => void
}

/** What is printed, item by item: brackets are ordered or left out, an item is taken out (`requests/edit-items`). */
export function EditItems({ request, print, onClose }: Props) {
  const [removing, setRemoving] = useState<Item | null>(null)
  const items = print.printing_request_items
  return (
    <>
      <Dialog opened title="What is printed" onClose={onClose} actions={<Button onClick={onClose}>Done</Button>}>
        <ul className={styles.editItems} aria-label="Items">
          {items.map((item) => (
            <li key={item.id}>
              <ItemLine item={item} print={print} fixed={!request.can.edit_items} />
              {request.can.delete_items && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Delete ${nameOf(item)}`}
                  disabled={items.length === 1}
                  title={
                    items.length === 1 ? 'The last item cannot be deleted. Cancel the request instead.' : undefined
                  }
                  onClick={() => setRemoving(item)}
                >
                  Delete
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Dialog>
      {removing && <RemoveItem item={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

function ItemLine({ item, print, fixed }: { item: Item; print: PrintingRequest; fixed: boolean }) {
  const id = useId()
  const [chosen, setChosen] = useState<{ insert_brackets: boolean; version: number } | null>(null)
  const save = useCall(printingRequestItems.update, { onError: () => setChosen(null) })
  // The choice is shown from the click until the saved print arrives; when it is refused, the saved value is shown again.
  const shown = chosen?.version === print.version ? chosen.insert_brackets : item.insert_brackets
  return (
    <span className={styles.editItem}>
      <strong>{nameOf(item)}</strong>
      {fixed ? (
        <small>{item.insert_brackets ? 'With brackets' : 'Without brackets'}</small>
      ) : (
        <Toggle
          id={id}
          label="Insert brackets"
          value={shown}
          onChange={(insert_brackets) => {
            const body = { insert_brackets, version: print.version }
            setChosen(body)
            save.mutate({ params: { id: item.id }, body: { patient_id: print.patient_id, ...body } })
          }}
        />
      )}
    </span>
  )
}

function RemoveItem({ item, onClose }: { item: Item; onClose: () => void }) {
  const remove = useCall(printingRequestItems.remove, { onSuccess: onClose, onError: onClose })
  return (
    <ConfirmDialog
      opened
      title="Are you sure you want to delete this item?"
      confirm="Delete item"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: item.id } })}
      onClose={onClose}
    >
      <p>{nameOf(item)} is not printed then.</p>
    </ConfirmDialog>
  )
}
