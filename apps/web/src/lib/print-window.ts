/** The name of a window that a page opened for paper. It outlives the address that is shown in it. */
const windowName = 'archwire-paper'

/** Whether this window was opened for paper alone, and may close once that is printed. */
export const isPrintWindow = (): boolean => window.name === windowName

const pathOf = (patientId: number): string => `/patient-details/${patientId}/print-rxform`

/** A window for a print view whose case may not be there yet. */
export interface PrintWindow {
  show: (patientId: number) => void
  close: () => void
}

/**
 * Opens a window for a print view (`rx-form/print`). Browsers allow that in a click alone, so it is opened before
 * anything is awaited, and closed again where nothing comes of it. It never reaches the page that opened it. Null: the
 * browser blocked it.
 */
export function openPrintWindow(): PrintWindow | null {
  const opened = window.open('', '_blank')
  if (!opened) return null
  opened.name = windowName
  opened.opener = null
  opened.document.title = 'Print Rx form'
  return { show: (id) => opened.location.replace(pathOf(id)), close: () => opened.close() }
}

/** Opens the print view of a case; where the browser blocks new windows, in this one. */
export function openPrintView(patientId: number): void {
  const opened = openPrintWindow()
  if (opened) opened.show(patientId)
  else location.assign(pathOf(patientId))
}
