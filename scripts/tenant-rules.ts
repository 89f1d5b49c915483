import ts from 'typescript'
import { isTenant, unscopedTables } from './scoped-sql.ts'

/** The findings for a file’s statements. */
interface TenantCheck {
  readonly violations: readonly string[]
  /** Statements outside the scope, with their reasons. */
  readonly exemptions: readonly string[]
}

/** Files without the check: the scope itself, tests and code that creates test data. */
const isExempt = (file: string): boolean =>
  !file.startsWith('server/') ||
  /\.test\.ts$|\/factory\.ts$|^server\/testing\/|^server\/platform\/db\/scope\.ts$/.test(file)

const starters = new Set(['selectFrom', 'updateTable', 'deleteFrom', 'mergeInto'])
const joiners = /^(inner|left|right|full|cross)(Lateral)?Join(Lateral)?$|^using$|^from$/

const isSql = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 'sql'

/** Returns the method of a call: `where` of `query.where(…)`. */
const methodOf = (node: ts.Node): string | undefined =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
    ? node.expression.name.text
    : undefined

/** Returns `x` of `scope.x(…)`. */
const scopeMethod = (node: ts.Node): string | undefined =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  ts.isIdentifier(node.expression.expression) &&
  node.expression.expression.text === 'scope'
    ? node.expression.name.text
    : undefined

/** Returns the first call of a call chain. */
const rootOf = (node: ts.Node): ts.Node =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  scopeMethod(node) === undefined
    ? rootOf(node.expression.expression)
    : node

const stringsOf = (node: ts.Node | undefined): string[] => {
  if (!node) return []
  if (ts.isStringLiteralLike(node)) return [node.text]
  return ts.isArrayLiteralExpression(node) ? node.elements.flatMap(stringsOf) : []
}

/** The reasons given in one file, with the statements they exempt. */
class Reasons {
  readonly #file: ts.SourceFile
  readonly #used = new Set<number>()

  constructor(file: ts.SourceFile) {
    this.#file = file
  }

  /** Returns the reason directly above the statement or list item that contains a node. */
  of(node: ts.Node): string | undefined {
    for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
      const found = this.#above(at)
      if (found !== undefined) return found
      if (ts.isStatement(at) || ts.isPropertyAssignment(at)) return undefined
    }
    return undefined
  }

  #above(node: ts.Node): string | undefined {
    const text = this.#file.text
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
      const reason = /^\/\/ scope: (\S.*)/.exec(text.slice(pos, end))?.[1]
      if (reason === undefined) continue
      this.#used.add(pos)
      return reason
    }
    return undefined
  }

  /** Returns reasons that exempt nothing. */
  unused(): string[] {
    return [...this.#file.text.matchAll(/^[ \t]*((?:\/\/|\*|\/\*\*) scope: .*)/gm)]
      .filter((found) => !this.#used.has(found.index + found[0].indexOf(found[1] ?? '')))
      .map((found) => found[1] ?? '')
  }
}

const bindings = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((one) => (ts.isBindingElement(one) ? bindings(one.name) : []))

/** Finds the declaration of a name in the enclosing blocks. */
const declaredIn = (block: ts.Block | ts.SourceFile, name: string): ts.Expression | undefined =>
  block.statements
    .filter((statement) => ts.isVariableStatement(statement))
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find((one) => bindings(one.name).includes(name))?.initializer

/** Returns the value of a name where it’s used; undefined for parameters and imports. */
const meaningOf = (name: ts.Identifier): ts.Node | undefined => {
  for (let at: ts.Node = name.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionLike(at) && at.parameters.some((one) => bindings(one.name).includes(name.text)))
      return undefined
    const meaning = ts.isBlock(at) ? declaredIn(at, name.text) : undefined
    if (meaning) return meaning
  }
  return declaredIn(name.getSourceFile(), name.text)
}

/** Returns the SQL of a template, with interpolated values replaced where this file defines them. */
const sqlOf = (template: ts.TaggedTemplateExpression): string => {
  const open = new Set<ts.Node>()
  const meant = (name: ts.Identifier): string => {
    const meaning = meaningOf(name)
    if (!meaning || open.has(meaning)) return ''
    open.add(meaning)
    const text = partsOf(meaning)
    open.delete(meaning)
    return text
  }
  const partsOf = (node: ts.Node): string => {
    if (isSql(node)) return textOf(node)
    if (ts.isIdentifier(node)) return meant(node)
    if (scopeMethod(node) === 'within' && ts.isCallExpression(node))
      return ` {within ${stringsOf(node.arguments[1])[0] ?? ''}} `
    if (methodOf(node) === 'table') return ' {table} '
    const parts: string[] = []
    ts.forEachChild(node, (child) => {
      // a property isn't a name of this file
      if (!ts.isPropertyAccessExpression(node) || child !== node.name) parts.push(partsOf(child))
    })
    return parts.join(' ')
  }
  /**
   * Returns the SQL for an interpolated value: a table with an unknown name, SQL created in this file, or a
   * plain value.
   */
  const valueOf = (node: ts.Expression): string => {
    const parts = partsOf(node)
    return parts.includes('{table}') ? ' {table} ' : ` ${parts} \${} `
  }
  const textOf = ({ template: body }: ts.TaggedTemplateExpression): string =>
    ts.isNoSubstitutionTemplateLiteral(body)
      ? body.text
      : body.head.text +
        body.templateSpans.map((span) => `${valueOf(span.expression)}${span.literal.text}`).join('')
  return textOf(template)
}

/**
 * Returns the tables already limited around a template, because it’s part of a query that starts from the
 * scope.
 */
const limitedAround = (node: ts.Node): string[] => {
  const found: string[] = []
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (!ts.isCallExpression(at)) continue
    const root = rootOf(at)
    const method = scopeMethod(root)
    const table =
      method === 'update' || method === 'delete'
        ? stringsOf((root as ts.CallExpression).arguments[1])[0]
        : method?.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    if (table !== undefined) found.push(table)
  }
  return found
}

/** Returns the violation of a query builder call that uses a tenant table outside the scope; undefined if there is none. */
const builderViolation = (node: ts.Node): string | undefined => {
  const method = methodOf(node)
  if (!ts.isCallExpression(node) || method === undefined) return undefined
  const tables = stringsOf(node.arguments[0]).map((name) => name.split(' ')[0] ?? '')
  const table = tables.find(isTenant)
  if (table === undefined) return undefined
  if (starters.has(method)) return `queries the tenant table ${table} outside server/platform/db/scope.ts`
  if (joiners.test(method) && scopeMethod(rootOf(node)) === undefined)
    return `joins the tenant table ${table} outside server/platform/db/scope.ts`
  return undefined
}

const sqlViolation = (text: string, limited: readonly string[]): string | undefined => {
  const tables = unscopedTables(text, limited)
  return tables.length === 0
    ? undefined
    : `reads ${tables.join(', ')} without a school filter: ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 90)}`
}

/**
 * Checks every statement of a file that reads a tenant table: its condition must come from the scope, or it
 * must give a reason.
 */
export const checkTenants = (name: string, text: string): TenantCheck => {
  if (isExempt(name)) return { violations: [], exemptions: [] }
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const reasons = new Reasons(file)
  const violations: string[] = []
  const exemptions = new Set<string>()
  const judge = (node: ts.Node): void => {
    const why = violationOf(node)
    if (why !== undefined) {
      const reason = reasons.of(node)
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      if (reason === undefined) violations.push(`${why} (line ${line + 1})`)
      else exemptions.add(`${name}:${line + 1} ${reason}`)
    }
    // a template within a template is part of the same statement
    ts.forEachChild(node, judge)
  }
  judge(file)
  violations.push(...reasons.unused().map((comment) => `gives a reason that no statement needs: ${comment}`))
  return { violations, exemptions: [...exemptions] }
}

const violationOf = (node: ts.Node): string | undefined => {
  if (isSql(node)) return isPart(node) ? undefined : sqlViolation(sqlOf(node), limitedAround(node))
  if ((ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)) && !isSql(node.parent))
    return plainSql.test(node.getText()) ? sqlViolation(node.getText().slice(1, -1), []) : undefined
  return builderViolation(node)
}

/** Matches SQL in templates without a tag. */
const plainSql = /^.\s*(?:with|select|update|delete)\s[^]*\b(?:from|update|join)\s/i

const isPart = (node: ts.Node): boolean => {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) if (isSql(at)) return true
  return false
}
