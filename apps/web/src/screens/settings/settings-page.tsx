import { lazy } from 'react'
import { allowed, useSession } from '../../lib/session.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Part } from '../../ui/part.tsx'
import { Tabs, type Tab } from '../../ui/tabs/tabs.tsx'

const CustomizeFees = lazy(async () => ({
  default: (await import('../../features/pricing/customize-fees.tsx')).CustomizeFees,
}))
const Announcements = lazy(async () => ({
  default: (await import('../../features/announcements/announcements-form.tsx')).AnnouncementForms,
}))
const LabSettings = lazy(async () => ({
  default: (await import('../../features/lab-settings/lab-settings-form.tsx')).LabSettings,
}))

interface Props {
  tab: string | undefined
  onTab: (tab: string) => void
}

/** What the lab sets for everyone, a tab for each of its parts (`screens/settings`). */
export function SettingsPage({ tab, onTab }: Props) {
  const { me, organization } = useSession()
  const setsPrices = allowed(me, organization, 'pricing.update')
  const tabs: readonly Tab[] = [
    {
      value: '0',
      label: 'Customize Fees',
      shown: setsPrices,
      render: () => (
        <Part id="fees">
          <CustomizeFees />
        </Part>
      ),
    },
    {
      value: '1',
      label: 'Announcements',
      shown: allowed(me, organization, 'announcement.update'),
      render: () => (
        <Part id="announcements">
          <Announcements />
        </Part>
      ),
    },
    {
      value: '2',
      label: 'Lab settings',
      shown: setsPrices,
      render: () => (
        <Part id="lab settings">
          <LabSettings />
        </Part>
      ),
    },
  ]
  const some = tabs.some(({ shown = true }) => shown)
  return (
    <Page title="Settings" narrow>
      {some ? (
        <Tabs label="Settings" tabs={tabs} value={tab} onChange={onTab} />
      ) : (
        <EmptyState title="There is nothing here that you change." />
      )}
    </Page>
  )
}
