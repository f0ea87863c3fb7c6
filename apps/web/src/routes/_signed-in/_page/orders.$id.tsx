import { createFileRoute } from '@tanstack/react-router'
import { idParam } from '../../../lib/id-param.ts'
import { OrderPage } from '../../../screens/order/order-page.tsx'

export const Route = createFileRoute('/_signed-in/_page/orders/$id')({
  staticData: { title: 'Invoice' },
  params: idParam,
  // The page asks by itself, as every record's page does: a loader's calls would weigh on the sign-in page.
  component: Screen,
})

function Screen() {
  const { id } = Route.useParams()
  return <OrderPage key={id} id={id} />
}
