import ts from 'typescript'
import { isTenant, unscopedTables } from './scoped-sql.ts'

/** What is said of the statements of a file. */
export interface TenantJudgement {
  readonly violations: readonly string[]
  /** Statements that go without the scope, with their reasons. */
  readonly exemptions: readonly string[]
}

/** Files that stand under the scope rather than above it: the scope itself, tests, and what makes worlds. */
const isExempt = (file: string): boolean =>
  !file.startsWith('server/') ||
  /\.test\.ts$|\/factory\.ts$|^server\/testing\/|^server\/db\/scope\.ts$/.test(file)

const starters = new Set(['selectFrom', 'updateTable', 'deleteFrom', 'mergeInto'])
const joiners = /^(inner|left|right|full|cross)(Lateral)?Join(Lateral)?$|^using$|^from$/

const isSql = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 'sql'

/** The method of a call: `where` of `query.where(…)`. */
const methodOf = (node: ts.Node): string | undefined =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
    ? node.expression.name.text
    : undefined

/** `x` of `scope.x(…)`. */
const scopeMethod = (node: ts.Node): string | undefined =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  ts.isIdentifier(node.expression.expression) &&
  node.expression.expression.text === 'scope'
    ? node.expression.name.text
    : undefined

/** The call that a chain of calls begins with. */
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

/** The reasons stated for statements of one file, with what they exempt. */
class Reasons {
  readonly #file: ts.SourceFile
  readonly #used = new Set<number>()

  constructor(file: ts.SourceFile) {
    this.#file = file
  }

  /** The reason that stands directly above the statement, or the part of a list, that a node is in. */
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

  /** Reasons that exempt nothing. */
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

/** What a name stands for in one of the blocks around it. */
const declaredIn = (block: ts.Block | ts.SourceFile, name: string): ts.Expression | undefined =>
  block.statements
    .filter((statement) => ts.isVariableStatement(statement))
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find((one) => bindings(one.name).includes(name))?.initializer

/** What a name stands for where it is used; undefined for what is handed in or imported. */
const meaningOf = (name: ts.Identifier): ts.Node | undefined => {
  for (let at: ts.Node = name.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionLike(at) && at.parameters.some((one) => bindings(one.name).includes(name.text)))
      return undefined
    const meaning = ts.isBlock(at) ? declaredIn(at, name.text) : undefined
    if (meaning) return meaning
  }
  return declaredIn(name.getSourceFile(), name.text)
}

/** The SQL of a template: what is interpolated stands for itself as far as this file says what it is. */
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
      // a property is not a name of this file
      if (!ts.isPropertyAccessExpression(node) || child !== node.name) parts.push(partsOf(child))
    })
    return parts.join(' ')
  }
  /** What stands for an interpolated value: a table by a name unknown here, SQL that this file makes, or just a value. */
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

/** The tables that a template's surroundings have limited already: it stands in a query that the scope began. */
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

/** Whether a call on a builder reaches a tenant table past the scope. */
const builderViolation = (node: ts.Node): string | undefined => {
  const method = methodOf(node)
  if (!ts.isCallExpression(node) || method === undefined) return undefined
  const tables = stringsOf(node.arguments[0]).map((name) => name.split(' ')[0] ?? '')
  const table = tables.find(isTenant)
  if (table === undefined) return undefined
  if (starters.has(method)) return `starts a query on ${table} past the scope`
  if (joiners.test(method) && scopeMethod(rootOf(node)) === undefined) return `joins ${table} past the scope`
  return undefined
}

const sqlViolation = (text: string, limited: readonly string[]): string | undefined => {
  const tables = unscopedTables(text, limited)
  return tables.length === 0
    ? undefined
    : `reaches ${tables.join(', ')} without a condition of the scope: ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 90)}`
}

/** Judges every statement of a file that reaches a tenant table: its condition comes from the scope, or a reason is given. */
export const judgeTenants = (name: string, text: string): TenantJudgement => {
  if (isExempt(name)) return { violations: [], exemptions: [] }
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const reasons = new Reasons(file)
  const violations: string[] = []
  const exemptions = new Set<string>()
  const judge = (node: ts.Node): void => {
    const why = whyNot(node)
    if (why !== undefined) {
      const reason = reasons.of(node)
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      if (reason === undefined) violations.push(`${why} (line ${line + 1})`)
      else exemptions.add(`${name}:${line + 1} ${reason}`)
    }
    // a template within a template is a part of the same statement
    ts.forEachChild(node, judge)
  }
  judge(file)
  violations.push(...reasons.unused().map((comment) => `gives a reason for nothing: ${comment}`))
  return { violations, exemptions: [...exemptions] }
}

const whyNot = (node: ts.Node): string | undefined => {
  if (isSql(node)) return isPart(node) ? undefined : sqlViolation(sqlOf(node), limitedAround(node))
  if ((ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)) && !isSql(node.parent))
    return plainSql.test(node.getText()) ? sqlViolation(node.getText().slice(1, -1), []) : undefined
  return builderViolation(node)
}

/** SQL that is not tagged. */
const plainSql = /^.\s*(?:with|select|update|delete)\s[^]*\b(?:from|update|join)\s/i

const isPart = (node: ts.Node): boolean => {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) if (isSql(at)) return true
  return false
}
