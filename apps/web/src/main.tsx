import './styles.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './theme.gen.css'
import './shell/outline.css'
import { CancelledError, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { awaitInstallOffer } from './lib/install-offer.ts'
import { queryClient } from './lib/query.ts'
import { surviveTranslation } from './lib/translated-page.ts'
import { openPortal } from './portal.tsx'

awaitInstallOffer()
surviveTranslation()

/**
 * The page shows refusals and responses of the server; only the unexpected belongs in the console. What was still asked at
 * a sign-out is called back, and its page is about to go.
 */
const onCaughtError = (error: unknown) => {
  if (error instanceof CancelledError) return
  if (error instanceof Error && (error.name === 'Refusal' || error.name === 'ApiError')) return
  reportError(error)
}

const Portal = openPortal(queryClient)

createRoot(document.getElementById('root')!, { onCaughtError }).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Portal />
    </QueryClientProvider>
  </StrictMode>,
)
