import { users } from '@archwire/contract/client/users'
import type { CustomPermission, User } from '@archwire/contract/users/schema.ts'
import { useState } from 'react'
import { Ago } from '../../ui/badges.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { Toggle } from '../../ui/form/choice-field.tsx'
import { OwnPassword, passwordProblem } from '../../ui/form/own-password.tsx'
import { createForm } from '../../ui/form/store.ts'
import { useQuestion } from '../../ui/form/use-record-dialog.ts'
import { Section } from '../../ui/page.tsx'
import lines from '../../ui/lines.module.css'
import styles from './users.module.css'

/** Permissions beyond the role, each with who changed it last (`people/custom`). */
export function UserPermissions({ user }: { user: User }) {
  const [asked, setAsked] = useState<CustomPermission | null>(null)
  if (!user.can.change_permissions || user.custom_permissions.length === 0) return null
  return (
    <Section title="Additional User Permissions">
      {groups.map(({ title }) => {
        const held = user.custom_permissions.filter(({ permission }) => groupOf(permission) === title)
        return (
          held.length > 0 && (
            <div key={title} className={styles.group} role="group" aria-label={title}>
              <h3>{title}</h3>
              <ul className={`${lines.lines} ${styles.lines} ${styles.permissions}`}>
                {held.map((custom) => (
                  <Line key={custom.permission} custom={custom} onAsk={() => setAsked(custom)} />
                ))}
              </ul>
            </div>
          )
        )
      })}
      {asked && <PermissionDialog user={user} custom={asked} onClose={() => setAsked(null)} />}
    </Section>
  )
}

/** What the permissions are about, by the beginnings of their names; what no other group names is about people. */
const groups = [
  {
    title: 'Cases',
    of: ['patients.', 'patient-files.', 'rx-forms.', 'old-cases.'],
  },
  { title: 'Requests and trays', of: ['printing-requests.', 'customer-requests.', 'flawed-trays.'] },
  { title: 'People and practices', of: [] },
  { title: 'Money', of: ['pricing.', 'orders.', 'contracts.', 'periodic-rules.', 'get-current-order'] },
] as const

const groupOf = (permission: string): string => {
  const name = permission.replace(/^organization\./, '')
  return (groups.find(({ of }) => of.some((begin) => name.startsWith(begin))) ?? groups[2]).title
}

/** What the role holds anyway is ticked, and nothing to turn on. */
function Line({ custom, onAsk }: { custom: CustomPermission; onAsk: () => void }) {
  const { permission, label, description, enabled, held_by_role } = custom
  return (
    <li>
      <span className={lines.words}>
        <Toggle
          id={`permission-${permission}`}
          label={label}
          help={description}
          value={enabled || held_by_role}
          disabled={held_by_role && !enabled}
          onChange={onAsk}
        />
      </span>
      <Remark custom={custom} />
    </li>
  )
}

const Remark = ({ custom: { held_by_role, enabled, changed_by, changed_at } }: { custom: CustomPermission }) => (
  <small className={styles.remark}>
    {held_by_role && <span>Included in the role.</span>}
    {changed_by && (
      <span>
        Turned {enabled ? 'on' : 'off'} by {changed_by.full_name} <Ago at={changed_at} />
      </span>
    )}
  </small>
)

interface DialogProps {
  user: User
  custom: CustomPermission
  onClose: () => void
}

/** Asks for the editor's own password before a permission is turned on or off. */
function PermissionDialog({ user, custom: { permission, label, enabled }, onClose }: DialogProps) {
  const { form, dialog } = useQuestion({
    route: users.toggleCustomPermission,
    make: () =>
      createForm({
        initial: { current_password: '' },
        validate: (values) => passwordProblem(values, true),
      }),
    input: (values) => ({ params: { id: user.id }, body: { permission, enabled: !enabled, ...values } }),
    announce: 'aloud',
    onClose,
    stays: true,
  })
  const verb = enabled ? 'Turn off' : 'Turn on'
  return (
    <FormDialog title={`${verb} "${label}"?`} confirm={verb} {...dialog}>
      <p>
        {user.full_name} will {enabled ? 'no longer have this permission' : 'have this permission'}, on open pages too.
      </p>
      <OwnPassword form={form} name="current_password" focusFirst />
    </FormDialog>
  )
}
