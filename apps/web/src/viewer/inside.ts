import type { MeshStandardMaterial } from 'three'
import type { Surface } from '@archwire/mesh'

/** What the hint line says while the inside of a scan is seen. */
export const insideHint = 'Blue is the inside of the scan: you see it from behind.'

/** After this piece of the shader the color is known. */
export const COLORED = '#include <color_fragment>'
/** Share of the area that leads out through the opening; less, and a surface is closed. */
const OPEN = 0.1
/** How far behind the opening one has to stand to look in (cosine). */
const BEHIND = 0.3

/**
 * Tints what is seen from behind blue, in the light of materials: an inside never passes for an outside. Returns how to
 * switch that off, for paintings whose colors are read.
 */
export function tintInside(material: MeshStandardMaterial): (isTinted: boolean) => void {
  const tint = { value: 0.8 }
  material.onBeforeCompile = (shader) => {
    shader.uniforms.insideTint = tint
    shader.fragmentShader = `uniform float insideTint;\n${shader.fragmentShader}`.replace(
      COLORED,
      `${COLORED}
      if (!gl_FrontFacing) diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.10, 0.22, 0.48), insideTint);`,
    )
  }
  return (isTinted) => void (tint.value = isTinted ? 0.8 : 0)
}

/** Which way an open surface faces, of unit length in the coordinates of its file, and its middle; null when it is closed. */
export function facingOf({ positions, indices }: Surface): { way: Vector; middle: Vector } | null {
  const way: Vector = [0, 0, 0]
  const middle: Vector = [0, 0, 0]
  let area = 0
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at]! * 3
    const b = indices[at + 1]! * 3
    const c = indices[at + 2]! * 3
    const ux = positions[b]! - positions[a]!
    const uy = positions[b + 1]! - positions[a + 1]!
    const uz = positions[b + 2]! - positions[a + 2]!
    const vx = positions[c]! - positions[a]!
    const vy = positions[c + 1]! - positions[a + 1]!
    const vz = positions[c + 2]! - positions[a + 2]!
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz)
    area += size
    way[0] += nx
    way[1] += ny
    way[2] += nz
    for (let axis = 0; axis < 3; axis++) middle[axis]! += positions[a + axis]! * size
  }
  const length = Math.hypot(...way)
  if (area === 0 || length < OPEN * area) return null
  return { way: way.map((value) => value / length) as Vector, middle: middle.map((value) => value / area) as Vector }
}

type Vector = [number, number, number]

/** Whether an eye looks in through the opening of a surface that faces `way`; both from one middle. */
export const looksIn = (way: readonly number[], fromMiddle: readonly number[]): boolean =>
  way.reduce((sum, value, axis) => sum + value * fromMiddle[axis]!, 0) < -BEHIND * Math.hypot(...fromMiddle)
