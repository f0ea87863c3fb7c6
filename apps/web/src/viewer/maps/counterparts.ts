import { fetchMesh, LoadingError } from '../fetch-mesh.ts'
import { readScan } from '../scan-reading/read-scan.ts'
import type { ShadedSurface } from '../scan-reading/shaded-surface.ts'
import { fetchScene } from '../scene.ts'
import type { Arch, SceneViewer } from '../scene-viewer.ts'

/** What a scene can be compared with: another scene of the case, or another scan of the same arch. */
export type CounterpartOption = { value: string; label: string }

const SCENE = 'scene:'
const FILE = 'file:'

/** Finds and loads the scans that the shown ones are compared with. */
export class Counterparts {
  private readonly viewer: SceneViewer
  private readonly loaded = new Map<string, Promise<ShadedSurface>>()

  constructor(viewer: SceneViewer) {
    this.viewer = viewer
  }

  options(): CounterpartOption[] {
    const others = this.viewer.scene?.others ?? []
    const files = this.viewer.scene?.files ?? []
    const older = files.filter((file) => files.some((other) => other.jaws_id === file.jaws_id && other.id > file.id))
    return [
      ...others.map(({ viewer_id, label }) => ({ value: SCENE + viewer_id, label })),
      ...older.map(({ id, name }) => ({ value: FILE + id, label: name })),
    ]
  }

  /** What is compared with at first: of a correction its setup. */
  first(): string {
    const setup = this.viewer.scene?.others?.find(({ kind }) => kind === 'setup')
    return this.viewer.comparison && setup ? SCENE + setup.viewer_id : (this.options()[0]?.value ?? '')
  }

  /** The newest scan of each arch that the other side may have, too. */
  archesToCompare(value: string): Arch[] {
    const { arches } = this.viewer
    const other = arches.find(({ file }) => FILE + file.id === value)
    return arches.filter(
      ({ file }) =>
        !arches.some((each) => each.file.jaws_id === file.jaws_id && each.file.id > file.id) &&
        (!value.startsWith(FILE) || (file.jaws_id === other?.file.jaws_id && file.id !== other.file.id)),
    )
  }

  /**
   * The surface that each arch is compared with; arches without one are left out.
   * @throws when it cannot be loaded, with a text for people
   */
  async pair(arches: readonly Arch[], value: string): Promise<{ arch: Arch; surface: ShadedSurface }[]> {
    if (value.startsWith(FILE)) {
      const other = this.viewer.arches.find(({ file }) => FILE + file.id === value)
      return other ? arches.map((arch) => ({ arch, surface: other.surface })) : []
    }
    const viewerId = value.slice(SCENE.length)
    if (viewerId === '') return []
    const { files } = await fetchScene(viewerId, AbortSignal.timeout(30_000))
    const asked = value === this.first() ? (this.viewer.comparison?.with ?? null) : null
    const before = files.find(({ id }) => id === asked)
    if (asked !== null && !before) throw new Error('The setup that this file corrects cannot be shown in 3D.')
    const pairs = arches.flatMap((arch) => {
      // A setup of both arches is in one file.
      if (before) return [{ arch, file: before }]
      const [newest] = files.filter(({ jaws_id }) => jaws_id === arch.file.jaws_id).toSorted((a, b) => b.id - a.id)
      return newest ? [{ arch, file: newest }] : []
    })
    return Promise.all(
      pairs.map(async ({ arch, file }) => ({ arch, surface: await this.load(`${file.id}`, file.mesh_url) })),
    )
  }

  private async load(key: string, url: string): Promise<ShadedSurface> {
    const known = this.loaded.get(key)
    if (known) return known
    const loading = fetchMesh(url, AbortSignal.timeout(120_000), () => undefined).then(readScan)
    this.loaded.set(key, loading)
    try {
      return await loading
    } catch (error) {
      this.loaded.delete(key)
      throw error instanceof LoadingError ? error : new LoadingError('The other scan could not be loaded.')
    }
  }
}
