import { users } from '@archwire/contract/client/users'
import type { CustomPermission, User } from '@archwire/contract/users/schema.ts'
import { useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { Ago } from '../../ui/badges.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { Toggle } from '../../ui/form/choice-field.tsx'
import { OwnPassword } from '../../ui/form/own-password.tsx'
import { createForm, refuseAndFocus, useFormPart } from '../../ui/form/store.ts'
import { Section } from '../../ui/page.tsx'
import styles from './users.module.css'

/** Permissions beyond the role, each with who changed it last (`people/custom`). */
export function UserPermissions({ user }: { user: User }) {
  const [asked, setAsked] = useState<CustomPermission | null>(null)
  if (!user.can.change_permissions || user.custom_permissions.length === 0) return null
  return (
    <Section title="Additional User Permissions">
      <ul className={`${styles.lines} ${styles.permissions}`}>
        {user.custom_permissions.map((custom) => (
          <li key={custom.permission}>
            <span className={styles.words}>
              <Toggle
                id={`permission-${custom.permission}`}
                label={custom.label}
                help={custom.description}
                value={custom.enabled}
                onChange={() => setAsked(custom)}
              />
            </span>
            <Remark custom={custom} />
          </li>
        ))}
      </ul>
      {asked && <PermissionDialog user={user} custom={asked} onClose={() => setAsked(null)} />}
    </Section>
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
  const [form] = useState(() =>
    createForm({
      initial: { current_password: '' },
      validate: ({ current_password }) => (current_password === '' ? { current_password: ['Required'] } : {}),
    }),
  )
  const ready = useFormPart(form, () => form.values().current_password !== '')
  const toggle = useCall(users.toggleCustomPermission, {
    announce: 'aloud',
    onSuccess: onClose,
    onError: (error) => refuseAndFocus(form, error),
  })
  const verb = enabled ? 'Turn off' : 'Turn on'
  return (
    <FormDialog
      opened
      title={`${verb} "${label}"?`}
      confirm={verb}
      ready={ready}
      busy={toggle.isPending}
      onConfirm={() =>
        toggle.mutate({ params: { id: user.id }, body: { permission, enabled: !enabled, ...form.values() } })
      }
      onClose={onClose}
    >
      <p>
        {user.full_name} will {enabled ? 'no longer have this permission' : 'have this permission'}, on open pages too.
      </p>
      <OwnPassword form={form} name="current_password" focusFirst />
    </FormDialog>
  )
}
