import '../panel-tools.css'
import { asLine } from '../../lib/as-line.ts'
import { sendingProblem } from '../../lib/upload/send-file.ts'
import { element } from '../element.ts'
import type { PanelTool } from '../lazy-tool.ts'
import { tellParent } from '../parent-messages.ts'
import type { SceneViewer } from '../scene-viewer.ts'
import type { Stage } from '../stage.ts'
import { keepPicture, mayKeepPicture } from './keep-picture.ts'
import { download, takePicture } from './screenshot.ts'

/** As in the contract (patient-files `caption`). */
const LONGEST_CAPTION = 500

/** A picture of the current view: to be downloaded, or added to the photos of its case. */
export class PictureTool implements PanelTool {
  readonly panel = element('section', { class: 'bar tool-panel picture', 'aria-label': 'Screenshot' })
  private readonly stage: Stage
  private readonly viewer: SceneViewer
  private readonly preview = element('img', { alt: 'The screenshot' })
  private readonly caption = element('input', {
    type: 'text',
    maxlength: LONGEST_CAPTION,
    placeholder: 'Caption (optional)',
    'aria-label': 'Caption',
  })
  private readonly keep = element('button', { type: 'button', class: 'primary' }, 'Save in the case')
  private readonly discuss = element('button', { type: 'button', class: 'plain' }, 'Write about it')
  private readonly said = element('p', { role: 'status' })
  private picture: Blob | null = null
  /** The photo of the case that it has become. */
  private keptAs: number | undefined

  constructor(stage: Stage, viewer: SceneViewer) {
    this.stage = stage
    this.viewer = viewer
    const again = element('button', { type: 'button', class: 'plain' }, 'Take again')
    const save = element('button', { type: 'button', class: 'plain' }, 'Download')
    again.addEventListener('click', () => void this.shoot())
    save.addEventListener('click', () => this.picture && download(this.picture, this.label))
    this.keep.addEventListener('click', () => void this.keepIt())
    this.discuss.addEventListener('click', () => void this.writeAboutIt())
    this.panel.append(
      element('h2', {}, 'Screenshot'),
      this.preview,
      this.caption,
      element('div', { class: 'actions' }, again, save, this.discuss, this.keep),
      this.said,
    )
  }

  take(): void {
    // Who sees the picture later has to know that nobody else will find the arches so.
    this.caption.value = this.viewer.standing.isHeld ? 'The arches were moved by hand and not saved.' : ''
    void this.shoot()
    void this.offer()
  }

  deactivate(): void {
    URL.revokeObjectURL(this.preview.src)
    this.preview.removeAttribute('src')
    this.picture = null
  }

  /** The picture has not changed. */
  follow(): void {}

  private get label(): string {
    return this.viewer.scene?.label ?? 'Scan'
  }

  private async shoot(): Promise<void> {
    this.say('')
    this.picture = await takePicture(this.stage)
    if (!this.picture) return this.say('The picture could not be taken.', true)
    URL.revokeObjectURL(this.preview.src)
    this.preview.src = URL.createObjectURL(this.picture)
    this.keep.disabled = false
    this.discuss.disabled = false
    this.keptAs = undefined
  }

  /** People who may not add files to the case can still download. */
  private async offer(): Promise<void> {
    const patientId = this.viewer.scene?.patient_id
    this.keep.hidden = true
    this.discuss.hidden = true
    this.caption.hidden = true
    if (patientId === undefined) return
    const may = await mayKeepPicture(patientId).catch(() => false)
    this.keep.hidden = !may
    // The conversation stands on the page around this one.
    this.discuss.hidden = !may || window.parent === window
    this.caption.hidden = !may
  }

  private async keepIt(): Promise<number | undefined> {
    const patientId = this.viewer.scene?.patient_id
    if (this.keptAs !== undefined) return this.keptAs
    if (patientId === undefined || !this.picture) return undefined
    this.keep.disabled = true
    this.discuss.disabled = true
    this.say('Saving…')
    try {
      const name = `${this.label} in 3D.png`
      this.keptAs = await keepPicture(patientId, this.picture, name, asLine(this.caption.value).trim())
      this.say('Saved with the photos of the case.')
    } catch (error) {
      this.keep.disabled = false
      this.say(sendingProblem(error), true)
    }
    this.discuss.disabled = false
    return this.keptAs
  }

  /** A message begins with the picture, which has to be one of the case for that. */
  private async writeAboutIt(): Promise<void> {
    const photoId = await this.keepIt()
    if (photoId !== undefined) tellParent({ type: 'archwire:write-about', photoId })
  }

  private say(words: string, isTrouble = false): void {
    this.said.textContent = words
    this.said.className = isTrouble ? 'trouble' : ''
  }
}
