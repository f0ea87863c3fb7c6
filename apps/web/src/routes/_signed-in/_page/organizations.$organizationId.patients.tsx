import { organizations } from '@archwire/contract/client/organizations'
import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { CreateCase } from '../../../features/create-case/create-case.tsx'
import { isPrefilled, readPrefill, type Prefill } from '../../../features/create-case/prefill.ts'
import { ofPractice, readListSearch, type ListSearch } from '../../../features/patients/list-search.ts'
import { QuickGlance } from '../../../features/organizations/quick-glance.tsx'
import { ManagementList } from '../../../features/patients/management-list.tsx'
import { PatientLabelOf } from '../../../features/requests/labels/patient-label-of.tsx'
import { PatientLabelsOf } from '../../../features/requests/labels/patient-labels-of.tsx'
import { idParams } from '../../../lib/id-param.ts'
import { query } from '../../../lib/query.ts'
import { allowed, useSession } from '../../../lib/session.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'

type Search = ListSearch & Prefill & { create?: 1 | undefined }

export const Route = createFileRoute('/_signed-in/_page/organizations/$organizationId/patients')({
  staticData: { title: 'Patients of a practice', roles: staffRoles },
  params: idParams('organizationId'),
  validateSearch: (raw: Record<string, unknown>): Search => ({
    ...readListSearch(raw),
    ...readPrefill(raw),
    create: raw.create === undefined ? undefined : 1,
  }),
  // Who may be a case's doctor; an organization that is not there is an unknown page.
  loader: ({ context, params }) =>
    context.queryClient.fetchQuery(query(organizations.listMembers, { params: { id: params.organizationId } })),
  component: Screen,
})

/** The cases of one practice, and the form of another one: a prefilled address opens it. */
function Screen() {
  const { organizationId } = Route.useParams()
  const { create, firstName, lastName, caseNumber, rxFormId, ...list } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { me } = useSession()
  const prefill = { firstName, lastName, caseNumber, rxFormId }
  const path = `/organizations/${organizationId}/patients`
  if (create || isPrefilled(prefill))
    return (
      <CreateCase
        key={organizationId}
        organizationId={organizationId}
        prefill={prefill}
        above={{ label: 'Patients', to: path }}
        onCancel={() => void navigate({ search: {} })}
      />
    )
  return (
    <ManagementList
      key={organizationId}
      Glance={QuickGlance}
      PatientLabel={PatientLabelOf}
      PatientLabels={PatientLabelsOf}
      search={ofPractice(list, organizationId)}
      onSearch={({ queryOrganization, ...next }, replace) =>
        // Without the practice it is the list of all.
        void (queryOrganization
          ? navigate({ search: next, replace })
          : navigate({ to: '/patients-page', search: next }))
      }
      actions={
        <>
          {allowed(me, undefined, 'old-cases.upload') && (
            <LinkButton
              to={`/organizations/${organizationId}/old-cases/add`}
              command="Add an old case"
              size="compact-md"
              variant="default"
            >
              Add Old Case
            </LinkButton>
          )}
          <LinkButton to={`${path}?create=1`} command="Create a patient" size="compact-md">
            Create Patient
          </LinkButton>
        </>
      }
    />
  )
}
