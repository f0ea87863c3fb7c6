import './light-react.ts'
import '../src/styles.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '../src/theme.gen.css'
import '../src/shell/mantine-styles.ts'
import { notifications } from '@mantine/notifications'
import { beforeEach, vi } from 'vitest'
import { giveUpWork } from '../src/lib/unsaved-work.ts'
import { cleanup, configure } from 'vitest-browser-react/pure'

// As `main.tsx` does.
configure({ reactStrictMode: true })

/** No test asks a server that it did not make itself (`fakeServer`). */
beforeEach(async () => {
  await cleanup()
  vi.restoreAllMocks()
  giveUpWork()
  // Toasts outlive the page that asked for them, as they do in the portal.
  notifications.clean()
  vi.spyOn(globalThis, 'fetch').mockImplementation((address) =>
    Promise.reject(new TypeError(`A test of components asked for ${JSON.stringify(address)}.`)),
  )
})
