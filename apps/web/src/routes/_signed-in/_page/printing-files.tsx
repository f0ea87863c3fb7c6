import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ChosenOrganizationsChip } from '../../../features/patients/chosen-organizations-chip.tsx'
import { PrintingFileList } from '../../../features/printing-files/printing-file-list.tsx'
import { readPrintingFileSearch } from '../../../features/printing-files/search.ts'
import { withChosenOrganizations } from '../../../lib/chosen-organizations.ts'

export const Route = createFileRoute('/_signed-in/_page/printing-files')({
  staticData: {
    title: 'Printing files',
    icon: 'printer',
    roles: staffRoles,
    menu: { more: 'organizations-users' },
    chosenOrganizations: true,
  },
  // The screen reads it: the lists of its values would weigh on every page.
  validateSearch: (raw: Record<string, unknown>): ReturnType<typeof readPrintingFileSearch> => raw,
  beforeLoad: withChosenOrganizations,
  component: Screen,
})

function Screen() {
  const raw = Route.useSearch()
  const search = useMemo(() => readPrintingFileSearch(raw), [raw])
  const navigate = Route.useNavigate()
  return (
    <PrintingFileList
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      Chosen={ChosenOrganizationsChip}
    />
  )
}
