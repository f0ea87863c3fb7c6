import { createReadStream, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** What a portal without a web mesh does: sends the STL as it is, and three.js reads and draws it. */
const page = `<!doctype html><meta charset="utf-8"><title>Raw scan</title>
<script type="importmap">{"imports":{"three":"/three/three.module.js"}}</script>
<canvas id="scan" width="1280" height="720"></canvas>
<script type="module">
  import { DirectionalLight, HemisphereLight, Mesh, MeshStandardMaterial, PerspectiveCamera, Scene, WebGLRenderer } from 'three'
  import { STLLoader } from '/loaders/STLLoader.js'
  const geometry = await new STLLoader().loadAsync('/scan.stl')
  // Normals of a scanner's file are often wrong; everyone computes them anew.
  geometry.computeVertexNormals()
  geometry.computeBoundingSphere()
  const { center, radius } = geometry.boundingSphere
  const scene = new Scene()
  scene.add(new Mesh(geometry, new MeshStandardMaterial({ color: 0xd8cfc0 })), new HemisphereLight(0xffffff, 0x444444, 2))
  const light = new DirectionalLight(0xffffff, 2)
  light.position.set(1, 2, 3)
  scene.add(light)
  const camera = new PerspectiveCamera(40, 1280 / 720, 1, 1000)
  camera.position.copy(center).add({ x: 0, y: 0, z: radius * 3 })
  camera.lookAt(center)
  const renderer = new WebGLRenderer({ canvas: document.getElementById('scan'), antialias: true })
  renderer.render(scene, camera)
  renderer.getContext().finish()
  document.title = 'drawn'
</script>`

const three = dirname(fileURLToPath(import.meta.resolve('three')))
const loaders = join(three, '..', 'examples', 'jsm', 'loaders')

/** Serves the page, scripts compressed, and the scan; returns its address. */
export async function serveRawScan(path: string): Promise<{ url: string; close(): void }> {
  const files: Record<string, string> = {
    '/three/three.module.js': join(three, 'three.module.js'),
    '/three/three.core.js': join(three, 'three.core.js'),
    '/loaders/STLLoader.js': join(loaders, 'STLLoader.js'),
  }
  const server = createServer((request, response) => {
    if (request.url === '/') return void response.setHeader('content-type', 'text/html').end(page)
    if (request.url === '/scan.stl') {
      response.setHeader('content-length', statSync(path).size)
      return void createReadStream(path).pipe(response)
    }
    const script = files[request.url ?? '']
    if (!script) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'gzip' })
    response.end(gzipSync(readFileSync(script)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
