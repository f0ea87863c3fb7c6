import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const contract = join(import.meta.dirname, '..', '..', 'packages', 'contract', 'src')

/** Comments of an object's properties by their path in it: `main_location`, `get/query/date_from`. */
type Words = Map<string, string>

/** The constants at the top of a file and what it imports under which name. */
interface Source {
  constants: Map<string, ts.VariableDeclaration>
  imports: Map<string, { file: string; name: string }>
}

function read(): Map<string, Source> {
  const names = readdirSync(contract, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !/\.(test|gen)\.ts$/.test(name))
    .sort()
  return new Map(
    names.map((name) => {
      const tree = ts.createSourceFile(name, readFileSync(join(contract, name), 'utf8'), ts.ScriptTarget.Latest, true)
      const source: Source = { constants: new Map(), imports: new Map() }
      for (const statement of tree.statements) {
        if (ts.isVariableStatement(statement))
          for (const declared of statement.declarationList.declarations)
            if (ts.isIdentifier(declared.name)) source.constants.set(declared.name.text, declared)
            // `const { a, ...others } = table`: the others are the table's.
            else
              for (const element of declared.name.elements)
                if (!ts.isOmittedExpression(element) && element.dotDotDotToken && ts.isIdentifier(element.name))
                  source.constants.set(element.name.text, declared)
        if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
          const bindings = statement.importClause?.namedBindings
          if (bindings && ts.isNamedImports(bindings))
            for (const binding of bindings.elements)
              source.imports.set(binding.name.text, {
                file: join(dirname(name), statement.moduleSpecifier.text).replaceAll('\\', '/'),
                name: (binding.propertyName ?? binding.name).text,
              })
        }
      }
      return [name, source]
    }),
  )
}

/** The comment right above a property or a constant, as one line. */
function commentOf(node: ts.Node): string | undefined {
  const above = ts
    .getJSDocCommentsAndTags(node)
    .filter((comment) => ts.isJSDoc(comment))
    .at(-1)
  const text = above && ts.getTextOfJSDocComment(above.comment)
  return text?.replaceAll(/\s+/g, ' ').trim() || undefined
}

/** Reads comments out of the contract's sources, following spreads and names from file to file. */
class Reader {
  private readonly sources = read()

  /** The comments on the parts of an expression. A named shape describes its own parts; they are left out. */
  private wordsOf(node: ts.Node | undefined, file: string, inside: boolean): Words {
    const words: Words = new Map()
    const take = (found: Words, prefix = '') => {
      for (const [path, text] of found) words.set(prefix + path, text)
    }
    if (!node) return words
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
      return this.wordsOf(node.expression, file, inside)
    if (ts.isArrowFunction(node)) return this.wordsOf(node.body, file, inside)
    if (ts.isIdentifier(node)) return this.named(node.text, file, inside)
    // The inputs of a list are in its table of search keys.
    if (ts.isCallExpression(node) && node.expression.getText() === 'listOf') {
      for (const [path, text] of this.wordsOf(node.arguments[0], file, inside))
        if (path.startsWith('search/')) words.set(path.replace('search/', 'query/'), text)
      return words
    }
    if (ts.isCallExpression(node)) {
      take(this.wordsOf(node.expression, file, inside))
      for (const argument of node.arguments) take(this.wordsOf(argument, file, inside))
    }
    // `Shape.extend({ … })` has the parts of `Shape`; what it is called of is no property.
    if (ts.isPropertyAccessExpression(node))
      take(this.wordsOf(node.expression, file, inside && node.name.text !== 'extend'))
    if (ts.isObjectLiteralExpression(node))
      for (const property of node.properties) {
        if (ts.isSpreadAssignment(property)) take(this.wordsOf(property.expression, file, false))
        if (!ts.isPropertyAssignment(property) && !ts.isShorthandPropertyAssignment(property)) continue
        const name = ts.isIdentifier(property.name) || ts.isStringLiteral(property.name) ? property.name.text : ''
        const text = commentOf(property)
        if (text) words.set(name, text)
        take(
          this.wordsOf(ts.isPropertyAssignment(property) ? property.initializer : property.name, file, true),
          `${name}/`,
        )
      }
    return words
  }

  private named(name: string, file: string, inside: boolean): Words {
    const from = this.sources.get(file)!.imports.get(name)
    const [place, own] = from ? [from.file, from.name] : [file, name]
    const declared = this.sources.get(place)?.constants.get(own)
    if (!declared || (inside && isShape(own, declared))) return new Map()
    return this.wordsOf(declared.initializer, place, inside)
  }

  /** The comments of every exported constant that `chosen` accepts; its own comment under the empty path. */
  all(chosen: (name: string, declared: ts.VariableDeclaration, file: string) => boolean): [string, Words][] {
    return [...this.sources].flatMap(([file, { constants }]) =>
      [...constants]
        .filter(([name, declared]) => isExported(declared) && chosen(name, declared, file))
        .map(([name, declared]): [string, Words] => {
          const own = commentOf(declared.parent.parent)
          return [
            name,
            new Map([...(own ? [['', own] as const] : []), ...this.wordsOf(declared.initializer, file, false)]),
          ]
        }),
    )
  }
}

const isExported = (declared: ts.VariableDeclaration): boolean =>
  ts.isVariableStatement(declared.parent.parent) &&
  (declared.parent.parent.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

/** Named as shapes are (see shapes.ts), and exported: a component of its own. */
const isShape = (name: string, declared: ts.VariableDeclaration): boolean => /^[A-Z]/.test(name) && isExported(declared)

/**
 * The comments above shapes and their fields, and above the fields of routes: the API reference shows them as its
 * descriptions, so that a field is explained only once, in the contract.
 */
export function wordTable(): string {
  const reader = new Reader()
  const table = (rows: [string, Words][]) =>
    rows
      .filter(([, words]) => words.size > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, words]) => {
        const lines = [...words].map(([path, text]) => `    ${JSON.stringify(path)}: ${JSON.stringify(text)},`)
        return `  ${name}: {\n${lines.join('\n')}\n  },`
      })
      .join('\n')
  const routes = reader.all((name, _declared, file) => /(^|\/)(routes|realtime)\.ts$/.test(file) && /^[a-z]/.test(name))
  // Only what a caller sends and receives: the fields of the declaration itself (`oneTimeCode`) are ours.
  const ofCalls = routes.map(([name, words]): [string, Words] => [
    name,
    new Map([...words].filter(([path]) => /^\w+\/(params|query|body|returns)\//.test(path))),
  ])
  return [
    '// Generated by `npm run generate` from the comments of the contract. Do not edit.',
    '/** Comments of shapes and their fields, by the path of the field. */',
    'export const shapeWords: Record<string, Record<string, string>> = {',
    table(reader.all(isShape)),
    '}',
    '/** Comments of what calls take and answer, by resource and the path of the field. */',
    'export const callWords: Record<string, Record<string, string>> = {',
    table(ofCalls),
    '}',
    '',
  ].join('\n')
}
