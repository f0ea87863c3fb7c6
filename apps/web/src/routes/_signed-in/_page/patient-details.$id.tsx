import { createFileRoute } from '@tanstack/react-router'
import { caseTab } from '../../../features/case/case-tab.ts'
import { idParam } from '../../../lib/id-param.ts'
import { loadCase } from '../../../features/case/load-case.ts'
import { PatientDetails } from '../../../screens/patient-details/patient-details.tsx'

export const Route = createFileRoute('/_signed-in/_page/patient-details/$id')({
  staticData: { title: 'Patient details', tab: caseTab, announcement: true },
  params: idParam,
  loader: loadCase,
  component: Screen,
})

function Screen() {
  const { id } = Route.useParams()
  return <PatientDetails key={id} id={id} />
}
