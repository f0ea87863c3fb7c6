import { caseListViews } from '@archwire/contract/client/case-list-views'
import { viewFields } from '@archwire/contract/case-list-views/fields.ts'
import type { CaseListView } from '@archwire/contract/case-list-views/schema.ts'
import type { CaseListColumn } from '@archwire/contract/patients/schema.ts'
import { Button } from '@mantine/core'
import { useCall } from '../../lib/query.ts'
import { ConfirmCall } from '../../ui/confirm-call.tsx'
import { Dialog, FormDialog } from '../../ui/dialog.tsx'
import { ToggleField } from '../../ui/form/choice-field.tsx'
import { createForm } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import type { Asking } from './saved-views.tsx'
import styles from './saved-views.module.css'

interface Props {
  asking: Asking
  views: readonly CaseListView[]
  /** The search of the list that is shown. */
  search: string
  /** The columns that were chosen; null: the usual ones. */
  columns: readonly CaseListColumn[] | null
  onAsk: (asking: Asking | undefined) => void
  onSaved: (view: CaseListView) => void
}

/** What the menu of views asks: a name, which view, whether to delete it. */
export function ViewDialogs({ asking, onAsk, ...props }: Props) {
  const back = () => onAsk('manage')
  if (asking === 'save') return <SaveView {...props} onClose={() => onAsk(undefined)} />
  if (asking === 'manage') return <ManageViews {...props} onAsk={onAsk} />
  if ('rename' in asking) return <RenameView view={asking.rename} onClose={back} />
  return <RemoveView view={asking.remove} onClose={back} />
}

function SaveView({ search, columns, onSaved, onClose }: Omit<Props, 'asking' | 'onAsk'> & { onClose: () => void }) {
  const { form, dialog } = useFormDialog({
    route: caseListViews.create,
    recordId: 0,
    make: () => createForm({ initial: { name: '', with_columns: columns !== null }, validate: viewFields.problems }),
    input: ({ name, with_columns }) => ({
      body: { name: name.trim(), search, columns: with_columns && columns ? [...columns] : null },
    }),
    onDone: ({ case_list_view }) => {
      onSaved(case_list_view)
      onClose()
    },
  })
  return (
    <FormDialog {...dialog} title="Save as a view" confirm="Save" onClose={onClose}>
      <p>Filters, order and page size of this list are saved for you alone.</p>
      <TextField form={form} {...viewFields.input('name')} label="Name" focusFirst />
      {columns && <ToggleField form={form} name="with_columns" label="With the columns shown now" />}
    </FormDialog>
  )
}

function RenameView({ view, onClose }: { view: CaseListView; onClose: () => void }) {
  const { form, dialog } = useFormDialog({
    route: caseListViews.update,
    recordId: view.id,
    make: () => createForm({ initial: { name: view.name }, validate: viewFields.problems }),
    input: ({ name }) => ({ params: { id: view.id }, body: { name: name.trim(), version: view.version } }),
    untouched: false,
    onDone: onClose,
  })
  return (
    <FormDialog {...dialog} title="Rename this view" confirm="Rename" onClose={onClose}>
      <TextField form={form} {...viewFields.input('name')} label="Name" focusFirst />
    </FormDialog>
  )
}

const RemoveView = ({ view, onClose }: { view: CaseListView; onClose: () => void }) => (
  <ConfirmCall
    title={`Delete “${view.name}”?`}
    confirm="Delete"
    danger
    route={caseListViews.remove}
    input={{ params: { id: view.id } }}
    onClose={onClose}
  >
    <p>The list stays as it is. Addresses that you shared still work.</p>
  </ConfirmCall>
)

function ManageViews({ views, onAsk }: Pick<Props, 'views' | 'onAsk'>) {
  const move = useCall(caseListViews.update, { announce: false })
  return (
    <Dialog
      opened
      title="Views"
      onClose={() => onAsk(undefined)}
      actions={
        <Button variant="default" onClick={() => onAsk(undefined)}>
          Done
        </Button>
      }
    >
      {views.length === 0 && <p>You have no views.</p>}
      <ul className={styles.list} aria-label="Views">
        {views.map((view, index) => (
          <li key={view.id}>
            <span>{view.name}</span>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Move “${view.name}” up`}
              disabled={index === 0 || move.isPending}
              onClick={() => move.mutate({ params: { id: view.id }, body: { position: index } })}
            >
              Move up
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Rename “${view.name}”`}
              onClick={() => onAsk({ rename: view })}
            >
              Rename
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red.8"
              aria-label={`Delete “${view.name}”`}
              onClick={() => onAsk({ remove: view })}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
