import { organizations } from '@archwire/contract/client/organizations'
import { roleLabels } from '@archwire/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import type { ManyOption } from '../../ui/form/many-field.tsx'

/** The people who may be assigned to a location of the organization; undefined until known. */
export const usePeople = (organizationId: number): ManyOption[] | undefined =>
  useQuery(query(organizations.listMembers, { params: { id: organizationId } })).data?.members.map(
    ({ id, full_name, is_doctor, pivot }) => ({
      id,
      label: full_name,
      detail: [is_doctor && 'Doctor', roleLabels[pivot.role.name]].filter(Boolean).join(', '),
    }),
  )
