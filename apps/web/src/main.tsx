import './styles.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { cspNonce } from './lib/csp.ts'
import { queryClient } from './lib/query.ts'
import { makeRouter } from './router.tsx'
import { resolveVariables, theme } from './theme.ts'

const router = makeRouter(queryClient)

/** Refusals and answers of the server are shown by the page; only what nobody expected belongs in the console. */
const onCaughtError = (error: unknown) => {
  if (error instanceof Error && (error.name === 'Refusal' || error.name === 'ApiError')) return
  reportError(error)
}

createRoot(document.getElementById('root')!, { onCaughtError }).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => cspNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
