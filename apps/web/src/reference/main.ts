import viewer from 'virtual:reference-viewer'
import type { ApiReferenceConfiguration } from '@scalar/fastify-api-reference'

/** What the viewer's script defines for its page. */
declare const Scalar: { createApiReference(where: string, configuration: Partial<ApiReferenceConfiguration>): unknown }

/** The reference contacts only this portal: no fonts, no proxy, no assistant, no tracking. */
const configuration: Partial<ApiReferenceConfiguration> = {
  url: '/api/v1/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // A pasted token is forgotten with the page.
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'bearer' },
  documentDownloadType: 'json',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
}

const script = document.createElement('script')
script.src = viewer
script.addEventListener('load', () => Scalar.createApiReference('#reference', configuration))
script.addEventListener('error', () => {
  document.querySelector('#reference')!.textContent =
    'The reference could not be loaded. Please check your internet connection and reload the page.'
})
document.head.append(script)
