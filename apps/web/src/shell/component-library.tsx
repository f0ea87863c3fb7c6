import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { cspNonce } from '../lib/csp.ts'
import { theme } from '../theme.ts'

/**
 * The component library's provider, which loads with the shell: the pages before sign-in do without. The theme's
 * variables are in `theme.gen.css`, which every page has.
 */
export const ComponentLibrary = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} getStyleNonce={() => cspNonce}>
    {children}
  </MantineProvider>
)
