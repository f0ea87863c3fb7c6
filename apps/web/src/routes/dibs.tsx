import { createFileRoute } from '@tanstack/react-router'
import { heldToken, holdToken, text } from '../features/auth/one-time-link.ts'
import { OpenDesktop, type LinkedDevice } from '../features/auth/open-desktop.tsx'

export const Route = createFileRoute('/dibs')({
  staticData: { title: 'Desktop application' },
  validateSearch: (raw): { token?: string; q?: string } & LinkedDevice => ({
    token: text(raw.token),
    q: text(raw.q),
    device_id: text(raw.device_id),
    device_name: text(raw.device_name),
    device_details: text(raw.device_details),
  }),
  beforeLoad: ({ search }) => void holdToken('/dibs', search),
  component: Screen,
})

function Screen() {
  const { q, device_id, device_name, device_details } = Route.useSearch()
  return <OpenDesktop code={heldToken('/dibs')} q={q} device={{ device_id, device_name, device_details }} />
}
