import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { caseTab } from '../../../features/case/case-tab.ts'
import { idParam } from '../../../lib/id-param.ts'
import { loadCase } from '../../../features/case/load-case.ts'
import { requestsOfCase } from '../../../screens/print-summary/requests-of-case.ts'
import { PrintSummary } from '../../../screens/print-summary/print-summary.tsx'

export const Route = createFileRoute('/_signed-in/_page/patient-details/$id_/print')({
  staticData: { title: 'Print summary', tab: caseTab, bare: true, roles: staffRoles },
  params: idParam,
  loader: async (options) => {
    const [{ patient }, { customer_requests: requests }] = await Promise.all([
      loadCase(options),
      options.context.queryClient.fetchQuery(requestsOfCase(options.params.id)),
    ])
    return { patient, requests }
  },
  component: () => <PrintSummary {...Route.useLoaderData()} />,
})
