import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** Names that describe nothing of their content. */
const empty = new Set(['one', 'made', 'mine', 'of'])
/** Whether a file may declare one of them at all: only such files are parsed. */
const mayDeclare = /(?:[({[,:]|\b(?:const|let))\s*(?:one|made|mine|of)\s*(?:[,:)\]}=?]|of\b)/

/** Variables and parameters of a source with such a name, a line each. */
export function emptyNames(path: string, text: string): string[] {
  if (!mayDeclare.test(text)) return []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node))
      if (ts.isIdentifier(node.name) && empty.has(node.name.text) && !ts.isFunctionTypeNode(node.parent))
        found.push(
          `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.name.text} says nothing`,
        )
    node.forEachChild(look)
  }
  look(source)
  return found
}

export const emptyNamesIn = (root: string): string[] =>
  globSync(['apps/*/{src,test}/**/*.{ts,tsx}', 'packages/*/{src,test}/**/*.ts', 'e2e/**/*.ts', 'tools/**/*.ts'], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/*.gen.ts'],
  }).flatMap((path) => emptyNames(path, readFileSync(join(root, path), 'utf8')))
