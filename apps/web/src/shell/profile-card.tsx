import { initialsOf } from '../lib/format.ts'
import { nameOf, numberBeside, useSession } from '../lib/session.tsx'
import styles from './sidebar.module.css'

/**
 * Management sees its role; practices their organization, its number and their role in it; everyone their own number
 * (`screens/menu`).
 */
export function ProfileCard() {
  const { me, organization } = useSession()
  // Doctors and assistants are members of the same kind.
  const isMember = organization?.pivot.role.name === 'organization_member'
  return (
    <div className={styles.profile}>
      <span className={styles.face} aria-hidden="true">
        {initialsOf(me.full_name)}
      </span>
      <div>
        <strong translate="no">{me.full_name}</strong>
        {me.is_management ? (
          <>
            <span>{me.roles[0]?.label}</span>
            <span className="numeric" translate="no">
              {me.account_number}
            </span>
          </>
        ) : (
          <>
            {organization && (
              <>
                {/* An unnamed one is shown by its number alone. */}
                {numberBeside(organization) && <span translate="no">{nameOf(organization)}</span>}
                <span className="numeric">
                  {organization.account_number} · {organization.pivot.role.label}
                  {isMember && me.roles[0] && ` · ${me.roles[0].label}`}
                </span>
              </>
            )}
            <span className="numeric" translate="no">
              {me.account_number}
            </span>
          </>
        )}
      </div>
    </div>
  )
}
