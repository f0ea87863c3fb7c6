import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { ShipsToday } from '../../../features/requests/shipments/ships-today.tsx'

export const Route = createFileRoute('/_signed-in/_page/ships-today')({
  staticData: { title: 'Ships today', icon: 'boxes', roles: staffRoles, menu: { row: 'ships-today' } },
  component: ShipsToday,
})
