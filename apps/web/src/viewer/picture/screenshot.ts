import { element } from '../element.ts'
import type { Stage } from '../stage.ts'

/** The current picture as PNG, on the stage's own background; null when the browser cannot make one. */
export function takePicture(stage: Stage): Promise<Blob | null> {
  const style = getComputedStyle(document.documentElement)
  return stage.picture([style.getPropertyValue('--stage-inner'), style.getPropertyValue('--stage-outer')])
}

/** Downloads a picture; the file name carries no patient. */
export function download(picture: Blob, label: string): void {
  const link = element('a', {
    href: URL.createObjectURL(picture),
    download: `archwire-${label.toLowerCase().replaceAll(/\W+/g, '-')}.png`,
  })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
