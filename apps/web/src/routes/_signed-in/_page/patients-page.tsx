import { managementRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { QuickGlance } from '../../../features/organizations/quick-glance.tsx'
import { readListSearch } from '../../../features/patients/list-search.ts'
import { ManagementList } from '../../../features/patients/management-list.tsx'
import { BundleHeaderOf } from '../../../features/requests/shipments/bundle-header-of.tsx'
import { PatientLabelOf } from '../../../features/requests/labels/patient-label-of.tsx'
import { PatientLabelsOf } from '../../../features/requests/labels/patient-labels-of.tsx'
import { withChosenOrganizations } from '../../../lib/chosen-organizations.ts'

export const Route = createFileRoute('/_signed-in/_page/patients-page')({
  staticData: {
    title: 'Patients',
    icon: 'people',
    roles: managementRoles,
    menu: { row: 'cases' },
    announcement: true,
    chosenOrganizations: true,
  },
  validateSearch: readListSearch,
  beforeLoad: withChosenOrganizations,
  component: Screen,
})

function Screen() {
  const navigate = Route.useNavigate()
  return (
    <ManagementList
      search={Route.useSearch()}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      Glance={QuickGlance}
      PatientLabel={PatientLabelOf}
      PatientLabels={PatientLabelsOf}
      Bundle={BundleHeaderOf}
    />
  )
}
