import { createFileRoute } from '@tanstack/react-router'
import { caseTab } from '../../../features/case/case-tab.ts'
import { idParam } from '../../../lib/id-param.ts'
import { loadCase } from '../../../features/case/load-case.ts'
import { PrintRxForm } from '../../../screens/print-rxform/print-rxform.tsx'

export const Route = createFileRoute('/_signed-in/_page/patient-details/$id_/print-rxform')({
  staticData: { title: 'Print Rx form', tab: caseTab, bare: true },
  params: idParam,
  loader: loadCase,
  component: () => <PrintRxForm patient={Route.useLoaderData().patient} />,
})
