import type { Jaw } from '@archwire/contract/measurements/kinds.ts'
import type { ArchBar } from './arch-bar.ts'
import { ArchModel } from './arch-model.ts'
import { ArchVisibility, jawsInWords } from './arch-visibility.ts'
import { comparisonOf, partOf } from './comparison.ts'
import { fetchCoarseMesh, fetchMesh, loadingProblem, LoadingError, type Progress } from './fetch-mesh.ts'
import type { Notice } from './notice.ts'
import { allowsView, type OrthodonticView } from './orthodontic-views.ts'
import { type LookedAt, tellParent } from './parent-messages.ts'
import { doubtWords, signHint } from './placement/bite-words.ts'
import { Standing } from './placement/standing.ts'
import { closedLink, fetchScene, isClosed, jawOf, localFile, newLink, type Scene, type SceneFile } from './scene.ts'
import type { Stage } from './stage.ts'
import { readScan, shadeSurface } from './scan-reading/read-scan.ts'
import type { ShadedSurface } from './scan-reading/shaded-surface.ts'
import { layOpen } from './unfolding.ts'

/** A scan that has arrived. */
export type Arch = { file: SceneFile; surface: ShadedSurface; model: ArchModel }

/** Loads a scene file by file onto the stage. Rotation, visible arches and opacity stay when another scene replaces it. */
export class SceneViewer {
  /** Called when what is visible changed: for the view bar and the description of the canvas. */
  onChange: () => void = () => undefined
  /** Called with a hint that belongs to the loaded scans, or null. */
  onHint: (words: string | null) => void = () => undefined
  /** Called when loading of detail starts and ends. */
  onBusy: (busy: boolean) => void = () => undefined
  /** Called when another scene replaces the current one. */
  onScene: () => void = () => undefined
  scene: Scene | null = null
  readonly comparison = comparisonOf(location.search)
  /** Where the scans stand, and whether they bite. */
  readonly standing = new Standing()
  private readonly stage: Stage
  private readonly bar: ArchBar
  private readonly notice: Notice
  private shown: Arch[] = []
  private loading = new AbortController()
  private viewerId = ''
  private readonly visibility = new ArchVisibility()
  private readonly opacity = new Map<1 | 2 | 3, number>()
  /** Scans that have colors show them, not stone. */
  private inColor = true
  private handled = false
  /** Whether the mouth is open like a book. */
  unfolded = false

  constructor(stage: Stage, bar: ArchBar, notice: Notice) {
    this.stage = stage
    this.bar = bar
    this.notice = notice
  }

  /** The person moved the model: from now on it stays where it is. */
  hold(): void {
    this.handled = true
  }

  /** Loads and shows a scene in place of the current one. */
  async show(viewerId: string): Promise<void> {
    this.loading.abort()
    this.loading = new AbortController()
    const { signal } = this.loading
    this.viewerId = viewerId
    if (this.shown.length === 0) this.notice.busy('Loading the scan')
    try {
      this.onBusy(true)
      await this.load(partOf(await fetchScene(viewerId, signal), this.comparison), signal)
      if (signal.aborted) return
      this.onBusy(false)
      tellParent({ type: 'archwire:shown', viewerId })
    } catch (error) {
      if (signal.aborted) return
      this.onBusy(false)
      this.clear()
      const isOver = isClosed(viewerId, error)
      const message = isOver ? closedLink : loadingProblem(error)
      const again = isOver ? null : { label: 'Try again', act: () => void this.show(viewerId) }
      this.notice.trouble('The scan cannot be shown', message, again)
      tellParent({ type: 'archwire:failed', viewerId, message })
    }
  }

  /** Shows a scan that is still on this machine, with the spots of its faults; its arch is not known yet. */
  async look(look: LookedAt): Promise<void> {
    this.loading.abort()
    this.loading = new AbortController()
    const { signal } = this.loading
    const ready = Promise.all([import('./fault-marks.ts'), shadeSurface(look)]).catch(() => null)
    const [marks, surface] = (await ready) ?? []
    if (signal.aborted) return
    if (!marks || !surface) return this.notice.trouble('The scan cannot be shown', 'Choose its file again.', null)
    this.clear()
    const model = new ArchModel(surface)
    model.mark(marks.faultMarks(look, surface))
    this.shown = [{ file: localFile(look.name), surface, model }]
    if (!(await this.standing.place(this.shown, null))) return
    this.stage.add(model)
    this.notice.clear()
    this.scene = { label: look.name, files: [], bite: null }
    this.onHint(marks.legendOf(look).join(' · ') || null)
    this.onChange()
    this.stage.fit()
  }

  /** Whether a view makes sense for the files of this scene. */
  allows(view: OrthodonticView): boolean {
    return allowsView(this.scene?.files ?? [], view)
  }

  /** Shows one jaw alone, or (null) all that is not switched off; `unfolded`: both laid open like a book. */
  showOnly(jaw: Jaw | null, unfolded = false): void {
    this.visibility.only = jaw
    this.unfolded = unfolded
    layOpen(this.shown, this.unfolded)
    this.refresh()
  }

  /** Shows or hides all scans of a jaw. */
  toggleJaw(jaw: Jaw): void {
    const files = this.scene?.files.filter((file) => jawOf[file.jaws_id] === jaw) ?? []
    const visible = files.some((file) => this.visibility.sees(file))
    for (const file of files) this.setVisible(file, !visible)
  }

  /** Shows scans in their own colors or in stone; without any colors there is nothing to choose. */
  toggleColors(): void {
    if (!this.seesColors) return
    this.inColor = !this.inColor
    for (const { model } of this.shown) model.colored = this.inColor
    this.refresh()
  }

  /** Whether a visible scan has colors. */
  private get seesColors(): boolean {
    return this.shown.some(({ file, model }) => model.hasColors && this.visibility.sees(file))
  }

  /** The model of a scan, if it has loaded. */
  modelOf(fileId: number): ArchModel | null {
    return this.shown.find(({ file }) => file.id === fileId)?.model ?? null
  }

  /** The loaded scans, visible or not. */
  get arches(): readonly Arch[] {
    return this.shown
  }

  fileOf(model: ArchModel): SceneFile | null {
    return this.shown.find((each) => each.model === model)?.file ?? null
  }

  /** Shows a scan that was switched off. */
  reveal(fileId: number): void {
    for (const { file } of this.shown)
      if (file.id === fileId && !this.visibility.sees(file)) this.setVisible(file, true)
  }

  /** The visible arches, as text: "upper and lower arch"; not those that have arrived and wait for their place. */
  get visibleArches(): string {
    const onStage = this.shown.filter(({ model }) => this.stage.has(model)).map(({ file }) => file)
    if (this.scene?.files.length === 0) return onStage.length > 0 ? 'the scan' : 'nothing visible'
    return jawsInWords(onStage.filter((file) => this.visibility.sees(file)))
  }

  private async load(scene: Scene, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    // First pictures of all scans load before anything else, and before the first whole one.
    const coarse = scene.files.map((file) => fetchCoarseMesh(file.coarse_url, signal))
    this.scene = scene
    this.visibility.begin(scene.files)
    this.bar.show(scene.files, {
      toggle: (file) => this.setVisible(file, !this.visibility.sees(file)),
      setOpacity: (file, opacity) => this.setOpacity(file, opacity),
      opacityOf: (file) => this.opacity.get(file.jaws_id) ?? 1,
      toggleColors: () => this.toggleColors(),
    })
    this.onChange()
    if (scene.files.length === 0) {
      this.clear()
      this.notice.trouble('Nothing to show yet', 'None of the scans of this case has been processed.', null)
      return
    }
    let first = true
    const beforeShown = () => {
      if (first) this.clear()
      first = false
    }
    const [failures] = await Promise.all([
      Promise.all(coarse).then(() => Promise.all(scene.files.map((file) => this.loadFile(file, signal, beforeShown)))),
      ...scene.files.map((file, at) => this.showCoarse(file, coarse[at]!, signal, beforeShown)),
    ])
    const failure = signal.aborted ? null : failures.find((words) => words !== null)
    if (failure && this.shown.length === 0) throw new LoadingError(failure)
  }

  /** Shows a large scan in few triangles; errors here are ignored, the whole one follows and reports its own. */
  private async showCoarse(
    file: SceneFile,
    bytes: Promise<Uint8Array | null>,
    signal: AbortSignal,
    beforeShown: () => void,
  ): Promise<void> {
    const surface = await bytes.then((arrived) => arrived && readScan(arrived)).catch(() => null)
    if (!surface || signal.aborted) return
    beforeShown()
    // Scans are read one after the other: the whole one never arrives first.
    await this.put(file, surface)
  }

  /** Loads one file; returns what went wrong, or null. */
  private async loadFile(file: SceneFile, signal: AbortSignal, beforeShown: () => void): Promise<string | null> {
    const row = this.bar.row(file)
    try {
      const progress: Progress = (received, total) => row?.setProgress(total === null ? 0 : received / total)
      const bytes = await fetchMesh(file.mesh_url, signal, progress, () => newLink(this.viewerId, file.id, signal))
      const surface = await readScan(bytes)
      if (signal.aborted) return null
      beforeShown()
      await this.put(file, surface)
      row?.setProgress(null)
      return null
    } catch (error) {
      if (!signal.aborted) row?.setFailed(loadingProblem(error))
      return loadingProblem(error)
    }
  }

  private async put(file: SceneFile, surface: ShadedSurface): Promise<void> {
    const model = new ArchModel(surface)
    model.opacity = this.opacity.get(file.jaws_id) ?? 1
    model.colored = this.inColor
    const coarse = this.shown.find((each) => each.file.id === file.id)
    if (coarse) this.refine(coarse, surface, model)
    else this.shown.push({ file, surface, model })
    await this.standUp()
  }

  /** Stands all scans up that have arrived, and shows those that are new. */
  async standUp(): Promise<void> {
    if (!(await this.standing.place(this.shown, this.scene?.bite?.method ?? null))) return
    for (const { file, model } of this.shown) {
      this.bar.row(file)?.setDoubts(doubtWords(this.standing.doubts.get(file.id) ?? [], file))
      if (this.standing.places.has(file.id) && !this.stage.has(model)) this.stage.add(model)
    }
    layOpen(this.shown, this.unfolded)
    const { bite, doubts, isHeld } = this.standing
    this.onHint(signHint(bite, [...doubts.values()].flat(), this.mayPlace, !!this.scene?.bite_scans?.length))
    this.bar.sign.show(bite, this.scene?.bite?.author?.full_name ?? null, this.mayPlace, isHeld)
    this.notice.clear()
    this.refresh()
    if (!this.handled) this.stage.fit()
  }

  /** Whether places of the arches can be kept: those of a case, not of a shared link, of this machine, or of a part of a scene. */
  get mayPlace(): boolean {
    return this.scene?.patient_id !== undefined && this.comparison === null
  }

  /** The whole scan replaces its first picture, to the point: nothing jumps. */
  private refine(shown: Arch, surface: ShadedSurface, model: ArchModel): void {
    model.placeLike(shown.model)
    if (this.stage.has(shown.model)) this.stage.replace(shown.model, model)
    Object.assign(shown, { surface, model })
  }

  /** Whether the inside of a visible scan is what one sees of it from a place of the stage. */
  showsInside(eye: readonly [number, number, number]): boolean {
    return this.shown.some(({ model }) => model.visible && model.opensTo(eye))
  }

  private clear(): void {
    this.stage.clear()
    this.shown = []
    this.standing.clear()
    this.onScene()
  }

  private setVisible(file: SceneFile, visible: boolean): void {
    this.visibility.set(file, visible, this.scene?.files ?? [])
    this.refresh()
  }

  private setOpacity(file: SceneFile, opacity: number): void {
    this.opacity.set(file.jaws_id, opacity)
    for (const each of this.shown) if (each.file.jaws_id === file.jaws_id) each.model.opacity = opacity
    this.stage.draw()
  }

  private refresh(): void {
    for (const { file, model } of this.shown) model.visible = this.visibility.sees(file)
    for (const file of this.scene?.files ?? []) this.bar.row(file)?.setShown(this.visibility.sees(file))
    this.bar.setColors(this.seesColors ? this.inColor : null)
    this.stage.draw()
    this.onChange()
  }
}
