import { EmailPart, ProfileForm } from '../../features/account/index.ts'
import { PasswordLink } from '../../features/auth/password-link.tsx'
import { AdditionalEmails } from '../../features/users/additional-emails.tsx'
import { useSession } from '../../lib/session.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs, type Tab } from '../../ui/tabs/tabs.tsx'
import styles from './account-page.module.css'

interface Props {
  tab: string | undefined
  onTab: (tab: string) => void
}

/** One's own account, a tab for each of its parts. */
export function AccountPage({ tab, onTab }: Props) {
  const { me } = useSession()
  const tabs: readonly Tab[] = [{ value: '0', label: 'User', render: () => <UserTab /> }]
  return (
    <Page
      title="Account"
      subtitle={
        <>
          <span>{me.full_name}</span>
          <span>{me.account_number}</span>
        </>
      }
      narrow
    >
      <Tabs label="Account" tabs={tabs} value={tab} onChange={onTab} />
    </Page>
  )
}

function UserTab() {
  const { me } = useSession()
  return (
    <div className={styles.parts}>
      <ProfileForm />
      <EmailPart />
      {me.is_management && <AdditionalEmails emails={me.additional_emails} />}
      <PasswordLink />
    </div>
  )
}
